import type { FileMode } from '../../base/file-mode.ts';
import { ancestorsOf, displayPath, type WorkspacePath } from '../../base/workspace-path.ts';
import { eachInTurns } from '../../disk/in-turns.ts';
import type { Turn } from '../../disk/turn.ts';
import { lookUp } from '../../overlay/view.ts';
import type { SessionParts } from '../parts.ts';
import { patchPath } from './patch-path.ts';
import { type Image, readImage } from './pre-view.ts';
import type { FilePatch } from './read-patch.ts';
import { alreadyThere, rejected } from './rejected.ts';
import { bytesAfter } from './section-bytes.ts';
import { ViewLinks } from './view-links.ts';

/** What a patch makes of one path; undefined means that it is deleted. */
export type PatchedFile = Image | undefined;

/**
 * Applies the sections of a patch to the view, in memory: each to what an earlier section made of
 * the same path, else to what was there before the patch. Renames and copies are of the latter, as
 * their order means nothing ("Generating patch text with -p" in git-diff's documentation). A series
 * is patch after patch.
 * @throws ERR_STAGED_PATCH_REJECTED
 */
export class PatchedFiles {
  readonly #parts: SessionParts;
  readonly #turn: Turn;
  readonly #viewLinks: ViewLinks;
  /** What the sections of this patch made so far. */
  readonly #made = new Map<WorkspacePath, PatchedFile>();
  /** What earlier patches of the series made. */
  readonly #settled = new Map<WorkspacePath, PatchedFile>();
  /** Paths that some section of this patch moves away or deletes. */
  readonly #leaves = new Set<WorkspacePath>();
  /** Paths that some section of this patch makes links. */
  readonly #links = new Set<WorkspacePath>();
  /** Paths that the view had before the series. */
  readonly #wasThere = new Set<WorkspacePath>();

  constructor(parts: SessionParts, turn: Turn) {
    this.#parts = parts;
    this.#turn = turn;
    this.#viewLinks = new ViewLinks(parts.layers);
  }

  /** The paths that change, with what becomes of them; less what a series makes and takes again. */
  async files(): Promise<ReadonlyMap<WorkspacePath, PatchedFile>> {
    const files = new Map<WorkspacePath, PatchedFile>();
    await eachInTurns(this.#settled, ([path, file]) => {
      if (file !== undefined || this.#wasThere.has(path)) files.set(path, file);
    });
    return files;
  }

  /** Applies one patch of the series: the next is for what this one made. */
  async apply(patches: readonly FilePatch[]): Promise<void> {
    const located: LocatedPatch[] = [];
    await this.#each(patches, async (patch) => void located.push(await this.#located(patch)));
    await eachInTurns(located, (one) => this.#tellBeforehand(one));
    await this.#each(located, async (one) => await this.#applyOne(one));
    await eachInTurns(this.#made, ([path, file]) => void this.#settled.set(path, file));
    for (const ended of [this.#made, this.#leaves, this.#links]) ended.clear();
  }

  async #each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    for (const item of items) {
      await work(item);
      if (this.#turn.isOver()) await this.#turn.next();
    }
  }

  #tellBeforehand({ patch, from, to }: LocatedPatch): void {
    if (from !== undefined && from !== to && !patch.isCopy) this.#leaves.add(from);
    const isLink = (patch.afterMode ?? patch.beforeMode) === '120000';
    if (to !== undefined && isLink) this.#links.add(to);
  }

  async #located(patch: FilePatch): Promise<LocatedPatch> {
    const keyOf = async (name: string | undefined): Promise<WorkspacePath | undefined> =>
      name === undefined ? undefined : await patchPath(this.#parts, patch, name);
    return { patch, from: await keyOf(patch.from), to: await keyOf(patch.to) };
  }

  async #applyOne({ patch, from, to }: LocatedPatch): Promise<void> {
    const before = from === undefined ? undefined : await this.#before(from, patch);
    if (to !== undefined) assertNotBeyond(patch, to, await this.#linkAboveAfter(to));
    if (to !== undefined && to !== from) await this.#assertFree(to);
    const bytes = await bytesAfter(patch, before?.bytes, this.#turn);
    if (from !== undefined && from !== to && !patch.isCopy) this.#removed(from);
    if (to === undefined) return;
    const mode = patch.afterMode ?? before?.mode ?? '100644';
    if (before !== undefined) assertSameKind(patch, before.mode, mode);
    this.#made.set(to, { mode, bytes });
  }

  async #before(path: WorkspacePath, patch: FilePatch): Promise<PatchedFile> {
    const isOfMade = this.#made.has(path) && !isMove(patch);
    const image = isOfMade ? this.#made.get(path) : await this.#current(path, patch);
    if (image !== undefined) {
      assertSameKind(patch, patch.beforeMode ?? image.mode, image.mode);
      return image;
    }
    if (patch.section.mayCreate === true && !isOfMade) return undefined;
    throw rejected(patch, `\`${displayPath(path)}\` does not exist`);
  }

  async #current(path: WorkspacePath, patch: FilePatch): Promise<PatchedFile> {
    if (this.#settled.has(path)) return this.#settled.get(path);
    assertNotBeyond(patch, path, await this.#linkAboveBefore(path));
    if (this.#isBelowSettled(path)) return undefined;
    const image = await readImage(this.#parts, path);
    if (image !== undefined) this.#wasThere.add(path);
    return image;
  }

  /** A link on the way to `path` before this patch. */
  async #linkAboveBefore(path: WorkspacePath): Promise<WorkspacePath | undefined> {
    for (const above of downTo(path)) {
      // Below what earlier patches made or took, the view shows nothing that is still there.
      if (this.#settled.has(above)) return this.#isSettledLink(above) ? above : undefined;
      if (await this.#viewLinks.has(above)) return above;
    }
    return undefined;
  }

  /** A link on the way to `path` after this patch. */
  async #linkAboveAfter(path: WorkspacePath): Promise<WorkspacePath | undefined> {
    const made = downTo(path).find((above) => this.#links.has(above) || this.#isMadeLink(above));
    if (made !== undefined) return made;
    const before = await this.#linkAboveBefore(path);
    return before !== undefined && this.#leaves.has(before) ? undefined : before;
  }

  #isMadeLink(path: WorkspacePath): boolean {
    return this.#made.get(path)?.mode === '120000';
  }

  #isSettledLink(path: WorkspacePath): boolean {
    return this.#settled.get(path)?.mode === '120000';
  }

  #isBelowSettled(path: WorkspacePath): boolean {
    return downTo(path).some((above) => this.#settled.has(above));
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
    // A patch makes and takes away files and links, and below those nothing is.
    if (this.#isBelowSettled(path)) return false;
    if (downTo(path).some((above) => this.#leaves.has(above))) return false;
    const { kind } = await lookUp(this.#parts.layers, path);
    return kind !== 'absent' && kind !== 'directory';
  }

  #removed(path: WorkspacePath): void {
    // What came here by an earlier section stays.
    if (!this.#made.has(path)) this.#made.set(path, undefined);
  }
}

interface LocatedPatch {
  readonly patch: FilePatch;
  readonly from: WorkspacePath | undefined;
  readonly to: WorkspacePath | undefined;
}

/** The directories that `path` is in, topmost first, without the root. */
function downTo(path: WorkspacePath): WorkspacePath[] {
  return [...ancestorsOf(path)].slice(0, -1).reverse();
}

// git follows no links: a patch is of the tree that it names.
function assertNotBeyond(
  patch: FilePatch,
  path: WorkspacePath,
  link: WorkspacePath | undefined,
): void {
  if (link === undefined) return;
  throw rejected(
    patch,
    `\`${displayPath(path)}\` (line ${patch.section.patchLine} of the patch) is beyond the symbolic link \`${displayPath(link)}\``,
  );
}

function isMove({ from, to }: FilePatch): boolean {
  return from !== to && to !== undefined;
}

function assertSameKind(patch: FilePatch, expected: FileMode, mode: FileMode): void {
  if ((expected === '120000') === (mode === '120000')) return;
  throw rejected(patch, `it is for mode ${expected}, but the file has mode ${mode}`);
}
