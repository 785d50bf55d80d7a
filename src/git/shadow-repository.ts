/**
 * The shadow repository: a bare private one that any git tool can be pointed at. Its commit has the
 * touched paths as they were, its index those that are pending, so that `git diff --cached` prints
 * what is staged. It is a cache: what is there already stays, and what is not as we left it is made
 * anew (rule S1). Only under its lock.
 */
import { digestInSteps } from '../base/digest.ts';
import { randomName } from '../base/random-name.ts';
import { inTurns } from '../disk/in-turns.ts';
import { removeTree } from '../disk/remove-tree.ts';
import { Turn } from '../disk/turn.ts';
import { writeAtomic } from '../disk/write-atomic.ts';
import { LooseObjects } from './loose-objects.ts';
import { inShadow, ShadowDamage } from './shadow-damage.ts';
import type { ShadowFile, ShadowPlace, ShadowSide } from './shadow-place.ts';
import { decodeRecord, emptyRecord, type ShadowRecord } from './shadow-record.ts';
import { DIRECTORIES, fixedFiles } from './shadow-skeleton.ts';
import { RECORD_NAME, ShadowWriter } from './shadow-writer.ts';
import type { TreeFile } from './tree-object.ts';

/** Makes the shadow repository equal to `files`; returns why it was made anew, if it was damaged. */
export async function syncRepository(
  place: ShadowPlace,
  files: readonly ShadowFile[],
): Promise<string | undefined> {
  let damage: string | undefined;
  try {
    if (await updated(place, files)) return undefined;
  } catch (error) {
    if (!(error instanceof ShadowDamage)) throw error;
    damage = error.message;
  }
  await rebuild(place, files);
  return damage;
}

// False when there is none yet, or it is time to make a new one.
async function updated(place: ShadowPlace, files: readonly ShadowFile[]): Promise<boolean> {
  const record = await inShadow(() => recordOf(place));
  if (record === undefined || record.format !== place.format) return false;
  await inShadow(() => syncAlternates(place));
  await new LooseObjects(place.disk, place.gitDir).removeUnfinished();
  return await fill(place, record, files);
}

async function fill(
  place: ShadowPlace,
  record: ShadowRecord,
  files: readonly ShadowFile[],
): Promise<boolean> {
  const writer = new ShadowWriter(place, record);
  const base: TreeFile[] = [];
  const pending: TreeFile[] = [];
  const turn = new Turn();
  for (const { path, before, after } of files) {
    const name = Buffer.from(path).toString('latin1');
    base.push(...(await entryOf(writer, name, before)));
    pending.push(...(await entryOf(writer, name, after)));
    if (turn.isOver()) await turn.next();
  }
  if (writer.isCluttered) return false;
  await writer.publish(base, pending);
  return true;
}

async function entryOf(
  writer: ShadowWriter,
  path: string,
  side: ShadowSide | undefined,
): Promise<TreeFile[]> {
  const oid = side && (await writer.blob(side));
  return side === undefined || oid === undefined ? [] : [{ path, mode: side.mode, oid }];
}

/** The record of a repository that is as we left it; undefined when there is none. */
async function recordOf(place: ShadowPlace): Promise<ShadowRecord | undefined> {
  const { disk, gitDir } = place;
  const stat = await disk.lstat(gitDir);
  if (stat === undefined) return undefined;
  if (stat.kind !== 'directory') throw new ShadowDamage('it is not a directory');
  const bytes = await disk.readFile(`${gitDir}/${RECORD_NAME}`);
  const record = bytes && (await inTurns(decodeRecord(bytes)));
  if (record === undefined) throw new ShadowDamage('its record is missing or damaged');
  if (record.inode !== stat.identity.ino) throw new ShadowDamage('it is a copy of another one');
  await assertAsLeft(place, record);
  return record;
}

async function assertAsLeft({ disk, gitDir }: ShadowPlace, record: ShadowRecord): Promise<void> {
  for (const [name, text] of fixedFiles(record.format)) {
    const bytes = await disk.readFile(`${gitDir}/${name}`);
    if (textOf(bytes) !== text) throw new ShadowDamage(`its \`${name}\` is not as it was left`);
  }
  const packed = await disk.lstat(`${gitDir}/packed-refs`);
  if (packed !== undefined) throw new ShadowDamage('its refs were packed');
  const base = textOf(await disk.readFile(`${gitDir}/refs/heads/base`));
  const isOurs = record.states.some(({ commit }) => base === `${commit}\n`);
  if (!isOurs) throw new ShadowDamage('its base is not as it was left');
  const index = await disk.readFile(`${gitDir}/index`);
  const digest = index && (await inTurns(digestInSteps(index)));
  const isKnown = record.states.some((state) => state.index === digest);
  if (!isKnown) throw new ShadowDamage('its index is not as it was left');
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('utf8');
}

async function rebuild(place: ShadowPlace, files: readonly ShadowFile[]): Promise<void> {
  await removeLeftovers(place);
  const fresh = { ...place, gitDir: `${place.gitDir}.${randomName()}` };
  try {
    const record = emptyRecord(place.format, await makeSkeleton(fresh));
    await fill(fresh, record, files);
    await replace(place, fresh.gitDir);
  } catch (error) {
    await removeQuietly(place, fresh.gitDir);
    throw error instanceof ShadowDamage && error.cause !== undefined ? error.cause : error;
  }
}

async function makeSkeleton(place: ShadowPlace): Promise<string> {
  const { disk, gitDir, format } = place;
  for (const path of DIRECTORIES) await disk.makeDirectory(`${gitDir}${path}`, 0o700);
  for (const [name, text] of fixedFiles(format)) {
    await disk.createFile(`${gitDir}/${name}`, Buffer.from(text), 0o600);
  }
  await syncAlternates(place);
  return (await disk.lstat(gitDir))?.identity.ino ?? '';
}

// The user may have made a repository since, or removed one.
async function syncAlternates({ disk, gitDir, alternates }: ShadowPlace): Promise<void> {
  const path = `${gitDir}/objects/info/alternates`;
  const text = alternates === undefined ? undefined : `${alternates}\n`;
  if (textOf(await disk.readFile(path)) === text) return;
  if (text === undefined) await disk.unlink(path);
  else await writeAtomic(disk, path, { bytes: Buffer.from(text), permissions: 0o600, sync: false });
}

async function replace(place: ShadowPlace, fresh: string): Promise<void> {
  const { disk, gitDir } = place;
  const old = `${gitDir}.${randomName()}`;
  const hadOne = (await disk.lstat(gitDir)) !== undefined;
  if (hadOne) await disk.rename(gitDir, old);
  await disk.rename(fresh, gitDir);
  if (hadOne) await removeQuietly(place, old);
}

// What a call that was killed has left.
async function removeLeftovers(place: ShadowPlace): Promise<void> {
  const slash = place.gitDir.lastIndexOf('/');
  const start = `${place.gitDir.slice(slash + 1)}.`;
  for (const { name } of await place.disk.list(place.gitDir.slice(0, slash))) {
    const isLeft = name.startsWith(start) && /^[0-9a-f]{16}$/.test(name.slice(start.length));
    if (isLeft) await removeQuietly(place, `${place.gitDir.slice(0, slash)}/${name}`);
  }
}

// It is in nobody's way; the next one is tried again.
async function removeQuietly({ disk }: ShadowPlace, path: string): Promise<void> {
  try {
    await removeTree(disk, path);
  } catch {}
}
