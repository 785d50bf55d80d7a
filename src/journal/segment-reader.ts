import {
  checkLine,
  type DecodedLine,
  decodeLine,
  type SealedLine,
  startsWithNull,
} from './codec.ts';
import { type JournalRecord, NO_RECORDS, type SequencedRecord } from './record.ts';
import type { JournalFlaw, ScanOptions, SegmentEnd, SegmentScan } from './segment-scan.ts';

type RecordLine = SealedLine & { readonly record?: JournalRecord };

/** Takes the lines of a segment in order and judges how each continues the one before. */
export class SegmentReader {
  readonly #afterSeq: number;
  readonly #records: SequencedRecord[] = [];
  readonly #damages: JournalFlaw[] = [];
  readonly #warnings: JournalFlaw[] = [];
  // Apart, as making an object for each line would be half of a scan's garbage.
  #seq: number;
  #sum: string;
  #offset: number;
  #line = 0;
  #foreignLines = 0;
  #sessionId: string | undefined;
  #isFirst: boolean;
  // Behind a damaged line nothing is known about the record before.
  #isChained = true;
  #isRotated = false;
  #endsInRecord = false;

  constructor(options: ScanOptions) {
    this.#afterSeq = options.afterSeq;
    const { seq, sum, offset } = options.from ?? { ...NO_RECORDS, offset: 0 };
    this.#seq = seq;
    this.#sum = sum;
    this.#offset = offset;
    this.#isFirst = sum === NO_RECORDS.sum;
  }

  get end(): SegmentEnd {
    return { seq: this.#seq, sum: this.#sum, offset: this.#offset };
  }

  /** Takes whole lines, without their newlines, with places to rest. */
  *read(lines: Iterable<Buffer>): Generator<undefined, void> {
    for (const line of lines) {
      yield* this.#readOne(line);
      yield;
    }
  }

  *#readOne(line: Buffer): Generator<undefined, void> {
    this.#line += 1;
    this.#endsInRecord = false;
    if (startsWithNull(line)) this.#warn('NUL bytes before the line');
    this.#judge(this.#readFolded(line) ?? (yield* decodeLine(line)));
    this.#offset += line.length + 1;
  }

  /** What was read, of a file of `size` bytes. */
  finish(size: number): SegmentScan {
    return {
      records: this.#records,
      end: this.end,
      sessionId: this.#sessionId,
      tornBytes: size - this.#offset,
      damages: this.#damages,
      warnings: this.#warnings,
      foreignLines: this.#foreignLines,
      isRotated: this.#isRotated,
      endsInRecord: this.#endsInRecord,
    };
  }

  // The first record is always parsed: it names the session.
  #readFolded(line: Buffer): ({ readonly kind: 'folded' } & SealedLine) | undefined {
    if (this.#isFirst || this.#seq >= this.#afterSeq) return undefined;
    const sealed = checkLine(line);
    if (sealed === undefined || sealed.seq > this.#afterSeq) return undefined;
    return { kind: 'folded', ...sealed };
  }

  #judge(line: DecodedLine | ({ readonly kind: 'folded' } & SealedLine)): void {
    switch (line.kind) {
      case 'record':
      case 'folded':
        this.#accept(line);
        return;
      case 'foreign':
        this.#foreignLines += 1;
        return;
      case 'blank':
        return;
      case 'damaged':
        this.#isChained = false;
        this.#damage(line.reason);
        return;
    }
  }

  #accept(line: RecordLine): void {
    if (line.seq <= this.#seq) {
      this.#damage(`record ${line.seq} follows record ${this.#seq}`);
      return;
    }
    this.#reportGap(line);
    if (this.#isFirst) this.#sessionId = line.record?.sessionId;
    this.#isFirst = false;
    this.#isChained = true;
    this.#isRotated = line.isRotate;
    this.#endsInRecord = true;
    this.#seq = line.seq;
    this.#sum = line.sum;
    const { seq, record } = line;
    if (record !== undefined && seq > this.#afterSeq) this.#records.push({ seq, record });
  }

  #reportGap(line: RecordLine): void {
    if (this.#continues(line)) return;
    const reason = `record ${line.seq} does not continue record ${this.#seq}`;
    // Nothing of consequence is missing where the record brings the whole state, or where its
    // writer knew no record in between: then the manifest had outlived the journal's end.
    const isWhole = line.record?.change.reset === true || this.#isLinked(line);
    if (isWhole) this.#warn(reason);
    else this.#damage(reason);
  }

  #continues(line: RecordLine): boolean {
    if (this.#isFirst) return line.record?.change.reset === true || line.seq <= this.#afterSeq + 1;
    return !this.#isChained || (line.seq === this.#seq + 1 && this.#isLinked(line));
  }

  #isLinked(line: RecordLine): boolean {
    return !this.#isFirst && line.prev === this.#sum;
  }

  #damage(reason: string): void {
    this.#damages.push({ offset: this.#offset, line: this.#line, reason });
  }

  #warn(reason: string): void {
    this.#warnings.push({ offset: this.#offset, line: this.#line, reason });
  }
}
