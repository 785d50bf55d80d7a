import type { StatIdentity } from '../base/entry.ts';
import { internal, StagedFsError } from '../base/errors.ts';
import { isSameFile, provesSameBytes } from '../base/stat-identity.ts';
import type { Awaitable, Disk, DiskFile, DiskStat } from '../disk/disk.ts';
import { encodeBatch, sealOf } from './batch.ts';
import type { JournalRecord, SequencedRecord } from './record.ts';
import { scanSegment } from './replay.ts';
import { CURRENT_SEGMENT } from './segment-files.ts';
import type { SegmentEnd, SegmentScan } from './segment-scan.ts';

/** Where a session's journal is and whose it is. */
export interface JournalPlace {
  readonly disk: Disk;
  /** The session's directory. */
  readonly directory: string;
  /** The workspace's absolute path. */
  readonly root: string;
  readonly sessionId: string;
}

/** What was found after the records known so far. */
export type Followed =
  | 'same'
  | { readonly records: readonly SequencedRecord[] }
  /** What was read before no longer holds, or has moved on: open the journal again. */
  | 'reload';

/** A segment that is open, and what is known about it. */
export interface OpenSegment {
  readonly file: DiskFile;
  readonly identity: StatIdentity;
  readonly scan: Pick<SegmentScan, 'end' | 'isRotated' | 'endsInRecord'>;
}

/**
 * One segment of the journal, over one descriptor that is kept open. Calls take turns; `append`
 * only under the session's lock, after a `follow` in the same hold.
 */
export class Journal {
  readonly place: JournalPlace;
  readonly #identity: StatIdentity;
  #file: DiskFile;
  #end: SegmentEnd;
  #isRotated: boolean;
  #isWritable = false;
  #isVoid = false;
  // A line read without the lock may be cut back by the writer whose append failed, and another
  // line of the same length written in its place. One we wrote is there to stay.
  #isProven: boolean;
  #lookedAt: StatIdentity | undefined;
  #busy: Promise<unknown> | undefined;

  constructor(place: JournalPlace, segment: OpenSegment) {
    this.place = place;
    this.#file = segment.file;
    this.#identity = segment.identity;
    this.#end = segment.scan.end;
    this.#isRotated = segment.scan.isRotated;
    this.#isProven = !segment.scan.endsInRecord;
  }

  /** The last record known, and where the next one goes. */
  get end(): SegmentEnd {
    return this.#end;
  }

  /** Whether the segment is closed: `finishRotation` must come before the next append. */
  get isRotated(): boolean {
    return this.#isRotated;
  }

  get path(): string {
    return this.#file.path;
  }

  /** Looks for records of others. About 2 µs when there are none. */
  follow(): Awaitable<Followed> {
    if (this.#busy !== undefined) return this.#queued(() => this.#look(this.#file.stat()));
    const stat = this.#file.stat();
    if (stat instanceof Promise) return this.#queued(() => this.#look(stat));
    return this.#judge(stat) ?? this.#queued(() => this.#read(stat));
  }

  /**
   * Appends `records` in one write and returns the seq of the last. An unfinished line that a dead
   * writer left is cut first; when it fails, what it wrote itself is cut back (rule J2).
   */
  append(records: readonly JournalRecord[], options: AppendOptions = {}): Promise<number> {
    return this.#queued(() => this.#append(records, options));
  }

  /** Puts on the medium what was appended. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#queued(async () => {
      await this.#file.close();
    });
  }

  async #look(pending: Awaitable<DiskStat>): Promise<Followed> {
    const stat = await pending;
    return this.#judge(stat) ?? (await this.#read(stat));
  }

  #judge(stat: DiskStat): 'same' | 'reload' | undefined {
    if (this.#isVoid || stat.links === 0 || stat.size < this.#end.offset) return 'reload';
    if (this.#isRotated) return undefined;
    if (this.#isProven && stat.size === this.#end.offset) return 'same';
    const { identity } = stat;
    if (this.#lookedAt !== undefined && provesSameBytes(this.#lookedAt, identity)) return 'same';
    return undefined;
  }

  async #read(stat: DiskStat): Promise<Followed> {
    if (this.#isRotated) return await this.#lookForSuccessor();
    const followed =
      stat.size === this.#end.offset ? await this.#checkTail() : await this.#readTail();
    if (followed === 'same') this.#lookedAt = stat.identity;
    return followed;
  }

  async #lookForSuccessor(): Promise<Followed> {
    const { disk, directory } = this.place;
    const current = await disk.lstat(`${directory}/${CURRENT_SEGMENT}`);
    const hasSuccessor = current !== undefined && !isSameFile(current.identity, this.#identity);
    return hasSuccessor ? 'reload' : 'same';
  }

  async #checkTail(): Promise<Followed> {
    const expected = sealOf(this.#end.sum);
    const found = await this.#file.read(this.#end.offset - expected.length, expected.length);
    return expected.equals(found) ? 'same' : 'reload';
  }

  async #readTail(): Promise<Followed> {
    const scan = await scanSegment(this.#file, { from: this.#end, afterSeq: this.#end.seq });
    if (scan.isRotated || isOdd(scan)) return 'reload';
    if (scan.records.length === 0) return 'same';
    this.#end = scan.end;
    this.#isProven = false;
    this.#lookedAt = undefined;
    return { records: scan.records };
  }

  async #append(records: readonly JournalRecord[], options: AppendOptions): Promise<number> {
    if (this.#isRotated) internal('Tried to append to a closed segment of the journal.');
    await this.#prepare();
    const batch = await encodeBatch(records, { ...this.place, after: this.#end });
    try {
      await this.#file.write(batch.bytes);
      if (options.sync === true) await this.#file.sync();
    } catch (error) {
      await this.#cutBack();
      throw error;
    }
    this.#end = { ...batch.end, offset: this.#end.offset + batch.bytes.length };
    this.#isRotated = records.at(-1)?.op === 'rotate';
    this.#isProven = true;
    return this.#end.seq;
  }

  async #prepare(): Promise<void> {
    const stat = await this.place.disk.lstat(this.path);
    if (stat === undefined || !isSameFile(stat.identity, this.#identity)) return moved(this.path);
    if (!this.#isWritable) await this.#openForWriting();
    if (stat.size !== this.#end.offset) await this.#cutTornTail(stat.size);
  }

  // Not before the first append: it would create a missing file, and reading needs no such right.
  async #openForWriting(): Promise<void> {
    const reading = this.#file;
    this.#file = await this.place.disk.open(this.path, 'append');
    this.#isWritable = true;
    await reading.close();
  }

  async #cutTornTail(size: number): Promise<void> {
    const length = size - this.#end.offset;
    const tail = length > 0 ? await this.#file.read(this.#end.offset, length) : undefined;
    // Whole lines here are someone's acknowledged records.
    if (tail === undefined || tail.includes(0x0a)) internal('Tried to append without following.');
    await this.#file.truncate(this.#end.offset);
  }

  async #cutBack(): Promise<void> {
    try {
      await this.#file.truncate(this.#end.offset);
    } catch {
      // What is in the file now must be read to be known. The caller gets the first failure.
      this.#isVoid = true;
    }
  }

  #queued<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#busy === undefined ? task() : this.#busy.then(task);
    const settled = run.then(ignore, ignore).then(() => {
      if (this.#busy === settled) this.#busy = undefined;
    });
    this.#busy = settled;
    return run;
  }
}

/** Options of one append. */
export interface AppendOptions {
  /** Whether the records are on the medium when it returns. */
  readonly sync?: boolean;
}

function isOdd(scan: SegmentScan): boolean {
  return scan.damages.length + scan.warnings.length + scan.foreignLines > 0;
}

function moved(path: string): never {
  throw new StagedFsError('ERR_STAGED_CORRUPT', 'The journal is no longer where it was opened.', {
    path,
    hint: 'The session directory was moved or removed: close the session and open it again.',
  });
}

function ignore(): void {
  // Each call's failure goes to its own caller.
}
