// Our patches of a history's commits, byte for byte against git's: one git process prints all of
// them, another hands out the blobs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { FileChange, FileSide } from '../../src/diff/file-change.ts';
import { filePatch } from '../../src/diff/print/patch.ts';
import { detectRenames } from '../../src/diff/print/renames.ts';
import { changesOf, type RawChange } from './commit-changes.ts';
import { gitOk } from './git.ts';

/** One way to print a patch. */
export interface PatchForm {
  readonly name: string;
  readonly git: readonly string[];
  readonly context: number;
  readonly renames: boolean;
}

/** The forms in which hosts ask for patches. */
export const FORMS: readonly PatchForm[] = [
  { name: 'plain', git: ['--no-renames'], context: 3, renames: false },
  { name: '-M', git: ['-M'], context: 3, renames: true },
  { name: '-U0', git: ['--no-renames', '-U0'], context: 0, renames: false },
  { name: '-U10', git: ['--no-renames', '-U10'], context: 10, renames: false },
];

/** One commit's patch in one form. */
export interface Comparison {
  readonly commit: string;
  readonly form: string;
  /** `delta`: nothing differs but the bytes of binary deltas. */
  readonly outcome: 'equal' | 'delta' | 'different';
  /** Our first line that differs, and git's. */
  readonly difference?: readonly [ours: string, theirs: string];
}

/** What a commit changes, with the contents, and what git prints for it in each form. */
interface Printed {
  readonly commit: string;
  readonly changes: readonly FileChange[];
  readonly patches: ReadonlyMap<string, Buffer>;
}

/** Which commits. */
export interface HistoryRange {
  /** Newest first. */
  readonly commits: readonly string[];
  /** How many git prints at once; their patches are in memory together. @default 50 */
  readonly batch?: number;
}

/** Compares every commit with its first parent, in every form. */
export async function* compareHistory(
  repository: string,
  { commits, batch = 50 }: HistoryRange,
): AsyncGenerator<Comparison> {
  for (let at = 0; at < commits.length; at += batch) {
    for (const printed of await printedBy(repository, commits.slice(at, at + batch))) {
      yield* FORMS.map((form) => compare(printed, form));
    }
  }
}

async function printedBy(repository: string, commits: readonly string[]): Promise<Printed[]> {
  const lists = await changesOf(repository, commits);
  const blobs = await readBlobs(repository, [...lists.values()].flat());
  const patches = new Map<string, ReadonlyMap<string, Buffer>>();
  for (const { name, git } of FORMS) patches.set(name, await patchesOf(repository, commits, git));
  return commits.map((commit) => ({
    commit,
    changes: (lists.get(commit) ?? []).map((change) => withBytes(change, blobs)),
    patches: new Map(
      FORMS.map(({ name }) => [name, patches.get(name)?.get(commit) ?? Buffer.alloc(0)]),
    ),
  }));
}

function compare({ commit, changes, patches }: Printed, form: PatchForm): Comparison {
  const { name, context, renames } = form;
  const listed = renames ? detectRenames(changes) : changes;
  const ours = Buffer.concat(listed.map((change) => filePatch(change, { context })));
  const theirs = patches.get(name) ?? Buffer.alloc(0);
  if (ours.equals(theirs)) return { commit, form: name, outcome: 'equal' };
  const difference = firstDifference(ours, theirs);
  const isDelta = withoutDeltas(ours) === withoutDeltas(theirs);
  return { commit, form: name, outcome: isDelta ? 'delta' : 'different', difference };
}

function firstDifference(ours: Buffer, theirs: Buffer): [string, string] {
  const [mine, gits] = [ours, theirs].map((patch) => patch.toString('latin1').split('\n'));
  const at = mine?.findIndex((line, index) => line !== gits?.[index]) ?? 0;
  return [mine?.[at] ?? '', gits?.[at] ?? ''];
}

// Where git prefers a delta any valid one will do.
function withoutDeltas(patch: Buffer): string {
  return patch.toString('latin1').replace(/^delta \d+\n(?:[A-Za-z].*\n)+\n/gm, 'delta\n\n');
}

// A patch has no line that is an object id alone: with that `--stdin` begins each commit's.
async function patchesOf(
  repository: string,
  commits: readonly string[],
  options: readonly string[],
): Promise<Map<string, Buffer>> {
  const args = ['diff-tree', '--stdin', '-r', '-p', '--root', '--no-ext-diff', '--binary'];
  const stdin = commits.map((commit) => `${commit}\n`).join('');
  const where = { cwd: repository, stdin };
  const { stdout } = await gitOk(where, ...args, '--full-index', '--no-textconv', ...options);
  const patches = new Map<string, Buffer>();
  let at = 0;
  for (const [index, commit] of commits.entries()) {
    const start = stdout.indexOf(`${commit}\n`, at);
    if (start !== at) continue;
    const body = at + commit.length + 1;
    at = nextStart(stdout, body, commits.slice(index + 1));
    patches.set(commit, stdout.subarray(body, at));
  }
  return patches;
}

// Git says nothing at all of a commit that changes nothing.
function nextStart(output: Buffer, from: number, commits: readonly string[]): number {
  for (const commit of commits) {
    if (output.toString('latin1', from, from + commit.length + 1) === `${commit}\n`) return from;
    const at = output.indexOf(`\n${commit}\n`, Math.max(0, from - 1));
    if (at >= 0) return at + 1;
  }
  return output.length;
}

async function readBlobs(
  repository: string,
  changes: readonly RawChange[],
): Promise<Map<string, Buffer>> {
  const sides = changes.flatMap(({ before, after }) => [before, after]);
  const oids = new Set(
    sides.flatMap((side) => (side === undefined || side.mode === '160000' ? [] : [side.oid])),
  );
  const child = spawn('git', ['cat-file', '--batch'], {
    cwd: repository,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  child.stdin.end([...oids].map((oid) => `${oid}\n`).join(''));
  const output = await buffer(child.stdout);
  await closed;
  return blobsIn(output);
}

function blobsIn(output: Buffer): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [oid = '', kind, size] = output.toString('latin1', at, end).split(' ');
    const length = kind === 'missing' ? -1 : Number(size);
    if (length >= 0) blobs.set(oid, output.subarray(end + 1, end + 1 + length));
    at = end + 1 + length + 1;
  }
  return blobs;
}

function withBytes(change: RawChange, blobs: ReadonlyMap<string, Buffer>): FileChange {
  const { path, before, after } = change;
  return {
    path,
    ...(before && { before: sideWith(before, blobs) }),
    ...(after && { after: sideWith(after, blobs) }),
  };
}

function sideWith(
  { mode, oid }: Pick<FileSide, 'mode' | 'oid'>,
  blobs: ReadonlyMap<string, Buffer>,
): FileSide {
  const bytes = mode === '160000' ? Buffer.alloc(0) : blobs.get(oid);
  if (bytes === undefined) throw new Error(`The repository does not have ${oid}.`);
  return { mode, oid, bytes };
}
