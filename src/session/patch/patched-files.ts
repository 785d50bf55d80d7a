import type { FileMode } from '../../base/file-mode.ts';
import { displayPath, joinPath, type WorkspacePath } from '../../base/workspace-path.ts';
import type { Turn } from '../../disk/turn.ts';
import { assertChangeable } from '../../overlay/gate.ts';
import { lookUp } from '../../overlay/view.ts';
import type { SessionParts } from '../parts.ts';
import { type Image, readImage } from './pre-view.ts';
import type { FilePatch } from './read-patch.ts';
import { alreadyThere, rejected } from './rejected.ts';
import { bytesAfter } from './section-bytes.ts';

/** What a patch makes of one path; undefined means that it is deleted. */
export type PatchedFile = Image | undefined;

/**
 * Applies the sections of a patch to the view, in memory: each to what an earlier section made of
 * the same path, else to what was there before the patch. Renames and copies are of the latter, as
 * their order means nothing ("Generating patch text with -p" in git-diff's documentation). A series
 * is patch after patch, with `settle` between. @throws ERR_STAGED_PATCH_REJECTED
 */
export class PatchedFiles {
  readonly #parts: SessionParts;
  readonly #turn: Turn;
  /** What the sections of this patch made so far. */
  readonly #made = new Map<WorkspacePath, PatchedFile>();
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
    for (const [path, file] of this.#made) this.#settled.set(path, file);
    this.#made.clear();
    this.#leaves.clear();
  }

  async apply(patch: FilePatch): Promise<void> {
    const from = patch.from === undefined ? undefined : await this.#keyOf(patch.from);
    const to = patch.to === undefined ? undefined : await this.#keyOf(patch.to);
    const before = from === undefined ? undefined : await this.#before(from, patch);
    if (to !== undefined && to !== from) await this.#assertFree(to);
    const bytes = await bytesAfter(patch, before?.bytes, this.#turn);
    if (from !== undefined && from !== to && !patch.isCopy) this.#removed(from);
    if (to === undefined) return;
    const mode = patch.afterMode ?? before?.mode ?? '100644';
    if (before !== undefined) assertSameKind(patch, before.mode, mode);
    this.#made.set(to, { mode, bytes });
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

  async #before(path: WorkspacePath, patch: FilePatch): Promise<PatchedFile> {
    const isOfMade = this.#made.has(path) && !isMove(patch);
    const image = isOfMade ? this.#made.get(path) : await this.#current(path);
    if (image !== undefined) {
      assertSameKind(patch, patch.beforeMode ?? image.mode, image.mode);
      return image;
    }
    if (patch.section.mayCreate === true && !isOfMade) return undefined;
    throw rejected(patch, `\`${displayPath(path)}\` does not exist`);
  }

  async #current(path: WorkspacePath): Promise<PatchedFile> {
    if (this.#settled.has(path)) return this.#settled.get(path);
    const image = await readImage(this.#parts, path);
    if (image !== undefined) this.#wasThere.add(path);
    return image;
  }

  // Free too when this very patch deletes or moves away what is there.
  async #assertFree(path: WorkspacePath): Promise<void> {
    const isFree = this.#made.has(path)
      ? this.#made.get(path) === undefined
      : this.#leaves.has(path) || !(await this.#exists(path));
    if (!isFree) throw alreadyThere(path);
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
    if (!this.#made.has(path)) this.#made.set(path, undefined);
  }
}

function isMove({ from, to }: FilePatch): boolean {
  return from !== to && to !== undefined;
}

function assertSameKind(patch: FilePatch, expected: FileMode, mode: FileMode): void {
  if ((expected === '120000') === (mode === '120000')) return;
  throw rejected(patch, `it is for mode ${expected}, but the file has mode ${mode}`);
}
