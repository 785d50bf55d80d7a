import { type Digest, digestInSteps } from '../base/digest.ts';
import { isStagedFsError } from '../base/errors.ts';
import { inTurns } from '../disk/in-turns.ts';
import { type AtomicContent, writeAtomic } from '../disk/write-atomic.ts';
import { baseCommit } from './base-commit.ts';
import { type GitObject, gitObject } from './git-object.ts';
import { indexOf } from './index-file.ts';
import { LooseObjects } from './loose-objects.ts';
import { inShadow, ShadowDamage } from './shadow-damage.ts';
import type { LargeContent, ShadowPlace, ShadowSide, WholeContent } from './shadow-place.ts';
import { encodeRecord, type ShadowRecord, type ShadowState } from './shadow-record.ts';
import { type TreeFile, treesOf } from './tree-object.ts';

/** The name of the record in the git directory. */
export const RECORD_NAME = 'staged-fs.json';

/** A file that changes each time while it is read is one that somebody is writing. */
const MOST_TRIES = 3;

/** Brings a shadow repository from what its record says to what is pending. */
export class ShadowWriter {
  readonly #place: ShadowPlace;
  readonly #record: ShadowRecord;
  readonly #loose: LooseObjects;
  readonly #objects: Map<string, string> = new Map();
  readonly #contents: Map<Digest, string> = new Map();
  #hasNewObjects = false;

  constructor(place: ShadowPlace, record: ShadowRecord) {
    this.#place = place;
    this.#record = record;
    this.#loose = new LooseObjects(place.disk, place.gitDir);
  }

  /** Whether most of the objects that are there belong to nothing pending any more. */
  get isCluttered(): boolean {
    return this.#record.objects.size > 2 * this.#objects.size + 1000;
  }

  /** The object id of a side, whose object is there afterwards; undefined when it has none. */
  async blob(side: ShadowSide): Promise<string | undefined> {
    const known = await this.#find(side.digest);
    if (known !== undefined) return known;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#store(side);
      } catch (error) {
        if (!isStagedFsError(error, 'ERR_STAGED_CONFLICT') || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** Makes `base` the base and `pending` the index. */
  async publish(base: readonly TreeFile[], pending: readonly TreeFile[]): Promise<void> {
    const { format } = this.#place;
    const trees = await inTurns(treesOf(base, format));
    const commit = baseCommit(trees.at(-1)?.oid ?? '', format);
    for (const object of [...trees, commit]) await this.#put(object);
    const index = await indexOf(pending, format);
    const digest = await inTurns(digestInSteps(index));
    await this.#move({ commit: commit.oid, index: digest }, index);
  }

  // The record first, with the old state and the new: a crash in between leaves one of both, or of
  // each its part.
  async #move(state: ShadowState, index: Uint8Array): Promise<void> {
    const [last] = this.#record.states;
    const isSame = last?.commit === state.commit && last.index === state.index;
    if (isSame && this.#record.states.length === 1 && !this.#hasNewObjects) return;
    const states = [state, ...(last && !isSame ? [last] : [])];
    await this.#replace(RECORD_NAME, await this.#encoded(states));
    if (isSame && this.#record.states.length === 1) return;
    await this.#replace('refs/heads/base', Buffer.from(`${state.commit}\n`));
    await this.#replace('index', index);
    await this.#replace(RECORD_NAME, await this.#encoded([state]));
  }

  async #encoded(states: readonly ShadowState[]): Promise<readonly Uint8Array[]> {
    const added = { objects: this.#objects, contents: this.#contents };
    return await inTurns(encodeRecord({ ...this.#record, states }, added));
  }

  async #store(side: ShadowSide): Promise<string | undefined> {
    const content = await side.read();
    if (content === undefined) return undefined;
    if (!('bytes' in content)) return await this.#storeLarge(content);
    const object = this.#blobOf(content);
    await this.#put(object);
    if (content.digest !== undefined) this.#remember(content.digest, object.oid);
    return object.oid;
  }

  #blobOf({ bytes, oid }: WholeContent): GitObject {
    if (oid !== undefined) return { kind: 'blob', oid, bytes };
    return gitObject('blob', bytes, this.#place.format);
  }

  async #storeLarge(content: LargeContent): Promise<string> {
    const known = await this.#find(content.digest ?? content.likely);
    if (known !== undefined) return known;
    const { oid, digest, stamp } = await this.#loose.writeLarge(content, this.#place.format);
    this.#add(oid, stamp);
    this.#remember(digest, oid);
    return oid;
  }

  async #put(object: GitObject): Promise<void> {
    if (!(await this.#isThere(object.oid))) {
      this.#add(object.oid, await this.#loose.write(object));
    }
  }

  #add(oid: string, stamp: string): void {
    this.#objects.set(oid, stamp);
    this.#hasNewObjects = true;
  }

  async #find(digest: Digest | undefined): Promise<string | undefined> {
    if (digest === undefined) return undefined;
    const oid = this.#contents.get(digest) ?? this.#record.contents.get(digest);
    return oid !== undefined && (await this.#isThere(oid)) ? oid : undefined;
  }

  async #isThere(oid: string): Promise<boolean> {
    if (this.#objects.has(oid)) return true;
    const stamp = this.#record.objects.get(oid);
    if (stamp === undefined) return false;
    const found = await this.#loose.stamp(oid);
    if (found !== stamp) throw new ShadowDamage('an object is not as it was written');
    this.#objects.set(oid, stamp);
    return true;
  }

  #remember(digest: Digest, oid: string): void {
    if (this.#record.contents.get(digest) === oid) return;
    this.#contents.set(digest, oid);
    this.#hasNewObjects = true;
  }

  async #replace(name: string, bytes: AtomicContent['bytes']): Promise<void> {
    const { disk, gitDir } = this.#place;
    const content = { bytes, permissions: 0o600, sync: false };
    await inShadow(() => writeAtomic(disk, `${gitDir}/${name}`, content));
  }
}
