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
  #end: SegmentEnd;
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
    this.#end = options.from ?? { ...NO_RECORDS, offset: 0 };
    this.#isFirst = this.#end.sum === NO_RECORDS.sum;
  }

  get end(): SegmentEnd {
    return this.#end;
  }

  /** Takes one whole line, without its newline. */
  read(line: Uint8Array): void {
    this.#line += 1;
    this.#endsInRecord = false;
    if (startsWithNull(line)) this.#warn('NUL bytes before the line');
    this.#judge(this.#readFolded(line) ?? decodeLine(line));
    this.#end = { ...this.#end, offset: this.#end.offset + line.length + 1 };
  }

  /** What was read, of a file of `size` bytes. */
  finish(size: number): SegmentScan {
    return {
      records: this.#records,
      end: this.#end,
      sessionId: this.#sessionId,
      tornBytes: size - this.#end.offset,
      damages: this.#damages,
      warnings: this.#warnings,
      foreignLines: this.#foreignLines,
      isRotated: this.#isRotated,
      endsInRecord: this.#endsInRecord,
    };
  }

  // The first record is always parsed: it names the session.
  #readFolded(line: Uint8Array): ({ readonly kind: 'folded' } & SealedLine) | undefined {
    if (this.#isFirst || this.#end.seq >= this.#afterSeq) return undefined;
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
    if (line.seq <= this.#end.seq) {
      this.#damage(`record ${line.seq} follows record ${this.#end.seq}`);
      return;
    }
    this.#reportGap(line);
    if (this.#isFirst) this.#sessionId = line.record?.sessionId;
    this.#isFirst = false;
    this.#isChained = true;
    this.#isRotated = line.isRotate;
    this.#endsInRecord = true;
    this.#end = { seq: line.seq, sum: line.sum, offset: this.#end.offset };
    const { seq, record } = line;
    if (record !== undefined && seq > this.#afterSeq) this.#records.push({ seq, record });
  }

  #reportGap(line: RecordLine): void {
    if (this.#continues(line)) return;
    const reason = `record ${line.seq} does not continue record ${this.#end.seq}`;
    // Nothing of consequence is missing where the record brings the whole state, or where its
    // writer knew no record in between: then the manifest had outlived the journal's end.
    const isWhole = line.record?.change.reset === true || this.#isLinked(line);
    if (isWhole) this.#warn(reason);
    else this.#damage(reason);
  }

  #continues(line: RecordLine): boolean {
    if (this.#isFirst) return line.record?.change.reset === true || line.seq <= this.#afterSeq + 1;
    return !this.#isChained || (line.seq === this.#end.seq + 1 && this.#isLinked(line));
  }

  #isLinked(line: RecordLine): boolean {
    return !this.#isFirst && line.prev === this.#end.sum;
  }

  #damage(reason: string): void {
    this.#damages.push({ offset: this.#end.offset, line: this.#line, reason });
  }

  #warn(reason: string): void {
    this.#warnings.push({ offset: this.#end.offset, line: this.#line, reason });
  }
}
