import { applyBody, type SectionResult } from '../../diff/apply/apply-section.ts';
import { blobOid } from '../../diff/blob-oid.ts';
import type { PatchHunk, PatchSection } from '../../diff/print/patch-section.ts';
import { inTurns } from '../../disk/in-turns.ts';
import type { Turn } from '../../disk/turn.ts';
import type { FilePatch } from './read-patch.ts';
import { rejected } from './rejected.ts';

const NOTHING = new Uint8Array();
// What git abbreviates to in a small repository.
const LEAST_ABBREVIATION = 7;
const NO_OBJECT = /^0+$/;

/** What a section is applied to, and whose turn of the event loop that takes. */
interface Source {
  readonly before: Uint8Array;
  readonly turn: Turn;
}

/**
 * The bytes that a section makes of `before`; of nothing, when it makes the file.
 * @throws ERR_STAGED_PATCH_REJECTED
 */
export async function bytesAfter(
  patch: FilePatch,
  before: Uint8Array | undefined,
  turn: Turn,
): Promise<Uint8Array> {
  const { kind } = patch.section.body;
  const isBinary = kind === 'binary' || kind === 'missing';
  const source = { before: before ?? NOTHING, turn };
  const bytes = await (isBinary ? binaryAfter(patch, source) : textAfter(patch, source));
  // A patch that deletes shows all that it takes; one made for less must not take the rest.
  if (patch.to === undefined && bytes.length > 0) {
    throw rejected(patch, 'it deletes the file, but leaves content');
  }
  return bytes;
}

async function textAfter(patch: FilePatch, source: Source): Promise<Uint8Array> {
  const exact = await exactlyAfter(patch.section, source);
  return exact ?? (await applied(patch, source));
}

async function applied(patch: FilePatch, { before, turn }: Source): Promise<Uint8Array> {
  return bytesOf(patch, await inTurns(applyBody(before, patch.section.body), turn));
}

/**
 * What hunks without any context (`-U0`) make where they say, when the index line proves that they
 * were made for `before`, and that the result is right. Nothing else tells their place, so without
 * the proof they are refused, as by `git apply` without `--unidiff-zero`.
 */
async function exactlyAfter(
  section: PatchSection,
  { before, turn }: Source,
): Promise<Uint8Array | undefined> {
  const { body, beforeOid = '', afterOid = '' } = section;
  if (body.kind !== 'hunks' || body.hunks.some(hasContext)) return undefined;
  if (!isOidOf(beforeOid, before)) return undefined;
  const exact = await inTurns(applyBody(before, body, { unidiffZero: true }), turn);
  return exact.result === 'applied' && isOidOf(afterOid, exact.bytes) ? exact.bytes : undefined;
}

function hasContext({ lines }: PatchHunk): boolean {
  return lines.some(({ kind }) => kind === 'context');
}

/** Whether `oid`, perhaps abbreviated, is that of `bytes`. */
function isOidOf(oid: string, bytes: Uint8Array): boolean {
  return oid.length >= LEAST_ABBREVIATION && oidLike(oid, bytes).startsWith(oid);
}

// A literal fits any bytes, so only the object ids tell what a block was made for, and whether the
// result is right: they must be there in full, as `git apply` has it.
async function binaryAfter(patch: FilePatch, source: Source): Promise<Uint8Array> {
  const { before } = source;
  const { beforeOid, afterOid } = fullOids(patch);
  if (patch.from !== undefined && oidLike(beforeOid, before) !== beforeOid) {
    throw rejected(patch, 'its binary block was made for other bytes');
  }
  if (NO_OBJECT.test(afterOid)) return NOTHING;
  const bytes = await applied(patch, source);
  if (oidLike(afterOid, bytes) === afterOid) return bytes;
  throw rejected(patch, 'its binary block makes other bytes than its index line says');
}

function fullOids(patch: FilePatch): Required<Pick<PatchSection, 'beforeOid' | 'afterOid'>> {
  const { beforeOid = '', afterOid = '' } = patch.section;
  if (isFull(beforeOid) && isFull(afterOid)) return { beforeOid, afterOid };
  throw rejected(patch, 'it changes a binary, and its index line is not a full one');
}

function isFull(oid: string): boolean {
  return oid.length === 40 || oid.length === 64;
}

function oidLike(oid: string, bytes: Uint8Array): string {
  return blobOid(bytes, oid.length === 64 ? 'sha256' : 'sha1');
}

function bytesOf(patch: FilePatch, result: SectionResult): Uint8Array {
  switch (result.result) {
    case 'applied':
      return result.bytes;
    case 'failed':
      throw rejected(
        patch,
        `hunk ${result.hunk} (line ${result.patchLine} of the patch) fits nowhere`,
      );
    case 'other_source':
      throw rejected(patch, 'its binary delta was made for other bytes');
    case 'no_content':
      throw rejected(patch, 'it says that binary files differ, but not how');
  }
}
