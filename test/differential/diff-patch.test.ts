import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileChange } from '../../src/diff/file-change.ts';
import { filePatch } from '../../src/diff/print/patch.ts';
import { formatNameStatus, formatNumstat, formatStat } from '../../src/diff/print/stat.ts';
import { last } from '../support/steps.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { largeBinaries, nastyChanges } from './diff-cases.ts';
import { gitDiff, type TreePair, writeTrees } from './diff-oracle.ts';

const PATCH = ['--no-renames', '--binary', '--full-index'];
const changes = nastyChanges();
let trees: TreePair;

beforeAll(async () => {
  trees = await writeTrees(await mkdtemp(join(tmpdir(), 'staged-fs-diff-')), changes);
});

afterAll(async () => {
  await rm(trees.directory, { recursive: true });
});

test('there are many changes, and git sees each of them', async () => {
  const { length } = sections(await gitDiff(trees, [...PATCH, '--diff-filter=AMD']));
  expect(length).toBeGreaterThan(400);
});

test.each([3, 0, 25])(
  'patches with %i lines of context are byte for byte git’s',
  async (context) => {
    const expected = await gitDiff(trees, [...PATCH, `-U${context}`]);
    const patches = changes.map((change) => filePatch(change, { context }));
    // Section by section first: a difference then shows as one file and not as a megabyte.
    const actual = Buffer.concat(patches);
    expect(differing(actual, expected)).toEqual([]);
    expect(actual.equals(expected)).toBe(true);
  },
);

test('patches of large binaries are byte for byte git’s', async () => {
  await using scratch = await tempWorkspace();
  const large = largeBinaries();
  const expected = await gitDiff(await writeTrees(scratch.root, large), PATCH);
  expect(Buffer.concat(large.map((change) => filePatch(change))).equals(expected)).toBe(true);
});

test.each([
  ['--numstat', () => formatNumstat(changes)],
  ['--name-status', () => formatNameStatus(changes)],
  ['--stat', () => formatStat(changes)],
] as const)('%s is byte for byte git’s', async (option, format) => {
  const expected = await gitDiff(trees, ['--no-renames', option]);
  expect(text(last(format())).split('\n')).toEqual(text(expected).split('\n'));
});

test.each([10, 79, 300])('--stat fits %i columns as git’s does', async (width) => {
  const expected = await gitDiff(trees, ['--no-renames', `--stat=${width}`]);
  expect(text(last(formatStat(changes, { width }))).split('\n')).toEqual(
    text(expected).split('\n'),
  );
});

test.each(changes.filter(isOdd).map((change) => [text(change.path), change] as const))(
  '--stat of %j alone is byte for byte git’s',
  async (_, change) => {
    const expected = await gitDiff(trees, ['--no-renames', '--stat'], change.path);
    expect(text(last(formatStat([change])))).toBe(text(expected));
  },
);

function isOdd({ path }: FileChange): boolean {
  return /^(binary\/(mode|zeros|edit-1|swap-5)|mode\/up|newline\/create-empty|link\/to-file)$/.test(
    text(path),
  );
}

function differing(actual: Buffer, expected: Buffer): [string, string][] {
  const theirs = sections(expected);
  return sections(actual)
    .map((section, index): [string, string] => [section, theirs[index] ?? ''])
    .filter(([ours, git]) => ours !== git)
    .slice(0, 3);
}

function sections(patch: Buffer): string[] {
  return text(patch).split(/^(?=diff --git )/m);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
