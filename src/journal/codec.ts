/**
 * The journal's format.
 *
 * `journal.jsonl` holds one record a line: one compact JSON object in UTF-8, ended by a newline. A
 * line without its newline is unfinished. Lone surrogates (names that are not UTF-8) are escaped as
 * `\uDCxx`, so every line is valid UTF-8. The fields, in this order:
 *
 * | field | in | meaning |
 * |---|---|---|
 * | `op` | every record | the operation, see `base/state-change.ts` |
 * | `path` | every record | absolute native path the caller named, null for the whole session |
 * | `pending_count` | every record | entries pending after it |
 * | `ts_ms` | every record | when, in epoch milliseconds |
 * | `key` | where `path` is not null and not the first of `put` | the same path below the root: survives a moved workspace |
 * | `session_id` | first of a segment | whose journal this is |
 * | `reset` | `true` or left out | forget all state first: the record brings the whole of it |
 * | `mode` | where it changes | `immediate` or `staged` |
 * | `clear` | unless empty | drops the entries at and below these relative paths |
 * | `drop` | unless empty | drops the entries at exactly these relative paths |
 * | `put` | unless empty | `[relative path, entry]` pairs; entries as in `base/entry-json.ts`, without `created_at_ms` where it is `ts_ms` and without `file_mode` where it is `100644` |
 * | `note` | optional | free JSON for people; never replayed |
 * | `seq` | every record | counts from 1 over all segments, without gaps |
 * | `prev` | every record | `sum` of the record before, `00000000` for the very first |
 * | `sum` | every record, last | CRC-32 of the line's bytes before `,"sum":`, 8 lower-case hex digits |
 *
 * A change is applied in the order reset, mode, clear, drop, put. So a record proves itself, and by
 * `prev` everything before it. The first four fields are the reference's: a line that has them and
 * none of `seq`, `prev`, `sum` is foreign; it is kept, skipped, and no part of the chain. NULs
 * before a line are what a power loss leaves; they are skipped. Anything else is damage.
 *
 * A tab stands in long lists after every few elements, as `base/json-parts.ts` writes them.
 *
 * A segment that is not the newest ends in `rotate`. The next one starts with a `checkpoint` that
 * has `reset`; directly following `checkpoint` records bring the rest of the entries. `seq` and
 * `prev` go on across segments.
 */
import { crc32 } from 'node:zlib';
import { isStagedFsError } from '../base/errors.ts';
import { isJsonObject, objectOf } from '../base/json.ts';
import { isLong, jsonParts, parseParts } from '../base/json-parts.ts';
import type { ChainEnd, JournalRecord } from './record.ts';
import { recordFromJson, recordToJson } from './record-codec.ts';

/** What a line needs besides its record. */
export interface EncodeOptions {
  /** The record before. */
  readonly after: ChainEnd;
  /** The workspace's absolute path. */
  readonly root: string;
}

/** A record as a line, without the newline. */
export interface EncodedRecord extends ChainEnd {
  readonly line: string;
}

/** What a line proves without being parsed. */
export interface SealedLine extends ChainEnd {
  readonly prev: string;
  readonly isRotate: boolean;
}

/** What a whole line turned out to be. */
export type DecodedLine =
  | ({ readonly kind: 'record'; readonly record: JournalRecord } & SealedLine)
  | { readonly kind: 'foreign' }
  | { readonly kind: 'blank' }
  | { readonly kind: 'damaged'; readonly reason: string };

/**
 * The line of `record`, placed after the record that `options.after` names; step by step where the
 * record is long.
 */
export function* encodeRecord(
  record: JournalRecord,
  options: EncodeOptions,
): Generator<undefined, EncodedRecord> {
  const { after, root } = options;
  const json = recordToJson(record, root);
  // Most records are short, and made in a hurry.
  if (!isLong(json)) return sealed({ text: '', crc: 0 }, JSON.stringify(json), after);
  const begun = { text: '', crc: 0 };
  let last = '';
  for (const part of jsonParts(json)) {
    begun.text += last;
    begun.crc = crc32(last, begun.crc);
    last = part;
    yield;
  }
  return sealed(begun, last, after);
}

function sealed(
  begun: { readonly text: string; readonly crc: number },
  last: string,
  after: ChainEnd,
): EncodedRecord {
  const seq = after.seq + 1;
  const end = `${last.slice(0, -1)},"seq":${seq},"prev":"${after.sum}"`;
  const sum = hexOf(crc32(end, begun.crc));
  return { line: `${begun.text}${end},"sum":"${sum}"}`, seq, sum };
}

/** Reads one line, given without its newline; a long one step by step. Never throws. */
export function* decodeLine(line: string | Buffer): Generator<undefined, DecodedLine> {
  const bytes = withoutNulls(typeof line === 'string' ? Buffer.from(line, 'utf8') : line);
  if (bytes.length === 0) return { kind: 'blank' };
  const sealed = openSeal(bytes);
  if (sealed === 'broken') return { kind: 'damaged', reason: 'the check-sum does not match' };
  return sealed === undefined ? decodeUnsealed(bytes) : yield* decodeSealed(bytes, sealed);
}

/**
 * Checks a line's seal without parsing it, about 1 µs: enough for records that the manifest has
 * folded in. Undefined when it is not a whole record.
 */
export function checkLine(line: Buffer): SealedLine | undefined {
  const sealed = openSeal(withoutNulls(line));
  return sealed === 'broken' ? undefined : sealed;
}

/** Whether NULs stand before the line: left by a power loss. */
export function startsWithNull(line: Uint8Array): boolean {
  return line[0] === 0;
}

/** The check-sum of a text's UTF-8 bytes. */
function sumOf(text: Uint8Array): string {
  return hexOf(crc32(text));
}

function hexOf(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

function withoutNulls(line: Buffer): Buffer {
  if (line[0] !== 0) return line;
  const start = line.findIndex((byte) => byte !== 0);
  return start < 0 ? line.subarray(line.length) : line.subarray(start);
}

const SUM_FIELD = ',"sum":"00000000"}'.length;
// Longest seal: a seq of 16 digits.
const LONGEST_SEAL = `,"seq":9007199254740991,"prev":"00000000"`.length + SUM_FIELD;
const SEAL = /,"seq":([1-9]\d{0,15}),"prev":"([0-9a-f]{8})","sum":"([0-9a-f]{8})"\}$/;
const ROTATE = '{"op":"rotate",';

// Most of a scan's time would go into views of the line: slices of text are cheaper.
function openSeal(line: Buffer): SealedLine | 'broken' | undefined {
  const seal = SEAL.exec(line.toString('latin1', Math.max(0, line.length - LONGEST_SEAL)));
  if (seal === null) return undefined;
  const [, seq = '', prev = '', sum = ''] = seal;
  if (sumOf(line.subarray(0, line.length - SUM_FIELD)) !== sum) return 'broken';
  const isRotate = line.toString('latin1', 0, ROTATE.length) === ROTATE;
  return { seq: Number(seq), prev, sum, isRotate };
}

function* decodeSealed(line: Buffer, sealed: SealedLine): Generator<undefined, DecodedLine> {
  const { seq, prev, sum, isRotate } = sealed;
  try {
    const json = objectOf(yield* parseParts(line), 'record');
    const record = yield* recordFromJson(json);
    return { kind: 'record', record, seq, prev, sum, isRotate };
  } catch (error) {
    return { kind: 'damaged', reason: reasonOf(error) };
  }
}

// A record whose sum is right but whose fields are not was written by another version, or by hand.
function reasonOf(error: unknown): string {
  if (isStagedFsError(error) || error instanceof SyntaxError) return error.message;
  throw error;
}

function decodeUnsealed(line: Buffer): DecodedLine {
  const json = tryParse(line.toString('utf8'));
  if (isForeign(json)) return { kind: 'foreign' };
  return { kind: 'damaged', reason: 'neither a record of ours nor one of the reference' };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isForeign(json: unknown): boolean {
  if (!isJsonObject(json) || 'seq' in json || 'prev' in json || 'sum' in json) return false;
  const { op, path, pending_count: count, ts_ms: time } = json;
  return (
    typeof op === 'string' &&
    (path === null || typeof path === 'string') &&
    Number.isSafeInteger(count) &&
    Number.isSafeInteger(time)
  );
}
