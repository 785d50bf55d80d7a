import { StagedFsError } from '../../base/errors.ts';
import type { FileMode } from '../../base/file-mode.ts';
import { displayPath, joinPath, type WorkspacePath } from '../../base/workspace-path.ts';
import { applyBody } from '../../diff/apply-section.ts';
import { blobOid } from '../../diff/blob-oid.ts';
import type { Turn } from '../../disk/turn.ts';
import { assertChangeable } from '../../overlay/gate.ts';
import { lookUp } from '../../overlay/view.ts';
import type { SessionParts } from '../parts.ts';
import { inTurns } from './in-turns.ts';
import { type Image, readImage } from './pre-view.ts';
import type { FilePatch } from './read-patch.ts';

/** What a patch makes of one path; undefined means that it is deleted. */
export type PatchedFile = Image | undefined;

interface Made {
  readonly file: PatchedFile;
  /** Whether it came here from another path: later sections then still mean what was here before. */
  readonly isMoved: boolean;
}

const NOTHING = new Uint8Array();

/**
 * Applies the sections of a patch to the view, in memory: each to what was there before the patch,
 * or to what an earlier section made of the same path. A series is patch after patch, with `settle`
 * between. @throws ERR_STAGED_PATCH_REJECTED
 */
export class PatchedFiles {
  readonly #parts: SessionParts;
  readonly #turn: Turn;
  readonly #made = new Map<WorkspacePath, Made>();
  /** What earlier patches of the series made. */
  readonly #settled = new Map<WorkspacePath, PatchedFile>();
  /** Paths that some section of this patch moves away or deletes. */
  readonly #leaves = new Set<WorkspacePath>();
  /** The same of the whole series so far. */
  readonly #left = new Map<string, WorkspacePath>();
  /** Paths that the view had before the series. */
  readonly #wasThere = new Set<WorkspacePath>();

  constructor(parts: SessionParts, turn: Turn) {
    this.#parts = parts;
    this.#turn = turn;
  }

  /** The paths that change, with what becomes of them; less what a series makes and takes again. */
  get files(): ReadonlyMap<WorkspacePath, PatchedFile> {
    const files = new Map<WorkspacePath, PatchedFile>();
    for (const [path, file] of this.#settled) {
      if (file !== undefined || this.#wasThere.has(path)) files.set(path, file);
    }
    return files;
  }

  /** Ends one patch: the next is for what this one made. */
  settle(): void {
    for (const [path, { file }] of this.#made) this.#settled.set(path, file);
    this.#made.clear();
    this.#leaves.clear();
  }

  async apply(patch: FilePatch): Promise<void> {
    const from = patch.from === undefined ? undefined : await this.#keyOf(patch.from);
    const to = patch.to === undefined ? undefined : await this.#keyOf(patch.to);
    const before = from === undefined ? undefined : await this.#before(from, patch);
    if (to !== undefined && to !== from) await this.#assertFree(to);
    const bytes = await this.#bytesAfter(patch, before);
    const isMoved = from !== undefined && from !== to;
    if (from !== undefined && isMoved && !patch.isCopy) this.#removed(from);
    if (to === undefined) return;
    const mode = patch.afterMode ?? before?.mode ?? '100644';
    this.#made.set(to, { file: { mode, bytes }, isMoved });
  }

  // Below a link or file that this very patch takes away, the text of a path is its key: the view
  // would still lead through the link.
  async #keyOf(path: string): Promise<WorkspacePath> {
    const leaving = path.split('/').includes('..') ? undefined : this.#leftAbove(path);
    if (leaving !== undefined) {
      return assertChangeable(joinPath(leaving, path.slice(leaving.length + 1)), path);
    }
    return await this.#parts.gate.locateForChange(path);
  }

  async #before(path: WorkspacePath, patch: FilePatch): Promise<Image> {
    const made = this.#made.get(path);
    const isEarlier = made !== undefined && !made.isMoved;
    const image = isEarlier ? made.file : await this.#current(path);
    if (image === undefined) throw rejected(patch, `\`${displayPath(path)}\` does not exist`);
    assertKind(patch, image.mode);
    return image;
  }

  async #current(path: WorkspacePath): Promise<PatchedFile> {
    if (this.#settled.has(path)) return this.#settled.get(path);
    const image = await readImage(this.#parts, path);
    if (image !== undefined) this.#wasThere.add(path);
    return image;
  }

  // Free too when this very patch deletes or moves away what is there.
  async #assertFree(path: WorkspacePath): Promise<void> {
    const made = this.#made.get(path);
    const isFree = made === undefined ? !(await this.#exists(path)) : made.file === undefined;
    if (isFree || this.#leaves.has(path)) return;
    throw alreadyThere(path);
  }

  // A directory is judged when the file is staged: the patch may have emptied it.
  async #exists(path: WorkspacePath): Promise<boolean> {
    if (this.#settled.has(path)) return this.#settled.get(path) !== undefined;
    // A patch takes away files and links, and below those nothing is.
    if (this.#leftAbove(path) !== undefined) return false;
    const { kind } = await lookUp(this.#parts.layers, path);
    return kind !== 'absent' && kind !== 'directory';
  }

  // By its ancestors: looking through what is left would be quadratic in a patch of many deletes.
  #leftAbove(path: string): WorkspacePath | undefined {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const leaving = this.#left.get(path.slice(0, end));
      if (leaving !== undefined) return leaving;
    }
    return undefined;
  }

  /** Tells beforehand that a path is moved away or deleted by some section. */
  async willLeave(path: string): Promise<void> {
    const key = await this.#keyOf(path);
    this.#leaves.add(key);
    this.#left.set(key, key);
  }

  #removed(path: WorkspacePath): void {
    // What came here by an earlier section stays.
    if (!this.#made.has(path)) this.#made.set(path, { file: undefined, isMoved: false });
  }

  async #bytesAfter(patch: FilePatch, before: Image | undefined): Promise<Uint8Array> {
    const { section } = patch;
    if (section.body.kind === 'binary') assertSameBlob(patch, before?.bytes ?? NOTHING);
    const result = await inTurns(applyBody(before?.bytes ?? NOTHING, section.body), this.#turn);
    switch (result.result) {
      case 'applied':
        if (patch.to === undefined && result.bytes.length > 0 && section.body.kind === 'hunks') {
          throw rejected(patch, 'it deletes the file, but leaves content');
        }
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
}

function assertKind(patch: FilePatch, mode: FileMode): void {
  const expected = patch.beforeMode;
  if (expected === undefined || (expected === '120000') === (mode === '120000')) return;
  throw rejected(patch, `it is for mode ${expected}, but the file has mode ${mode}`);
}

// A literal fits any bytes, so only the object id tells what it was made for.
function assertSameBlob(patch: FilePatch, before: Uint8Array): void {
  const expected = patch.section.beforeOid;
  if (expected === undefined || /^0+$/.test(expected)) return;
  const oid = blobOid(before, expected.length === 64 ? 'sha256' : 'sha1');
  if (!oid.startsWith(expected)) throw rejected(patch, 'its binary block was made for other bytes');
}

function rejected(patch: FilePatch, reason: string): StagedFsError {
  const path = patch.to ?? patch.from ?? '';
  return new StagedFsError(
    'ERR_STAGED_PATCH_REJECTED',
    `The patch does not fit \`${path}\`: ${reason}.`,
    {
      path,
      found: reason,
      hint: 'Nothing was staged. Make the patch against what is there now.',
    },
  );
}

function alreadyThere(path: WorkspacePath): StagedFsError {
  const shown = displayPath(path);
  return new StagedFsError(
    'ERR_STAGED_PATCH_REJECTED',
    `The patch makes \`${shown}\`, which exists.`,
    {
      path: shown,
      hint: 'Nothing was staged. Delete the file first, or make the patch anew.',
    },
  );
}
