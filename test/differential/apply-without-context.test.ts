// Patches without context: only object ids tell where their hunks belong.
import { expect, it } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { BothApply, gitsPatch } from '../support/both-apply.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { filesOf, viewOf } from '../support/view.ts';

const LINES = Array.from({ length: 30 }, (_, line) => `line ${line % 7}\n`);
const TEXT = LINES.join('');

/** Text after the lines at `start` gave way to others. */
function edited(
  ...edits: readonly (readonly [start: number, drop: number, put: string])[]
): string {
  const lines = [...LINES];
  for (const [start, drop, put] of [...edits].reverse()) lines.splice(start, drop, put);
  return lines.join('');
}

const AFTERS = {
  inserted: edited([9, 0, 'new\n']),
  removed: edited([9, 2, '']),
  replaced: edited([9, 1, 'new\n']),
  'at the top': edited([0, 0, 'new\nline 0\n']),
  'without the first': edited([0, 1, '']),
  'at the end': edited([30, 0, 'line 2\n']),
  'in many places': edited([2, 1, ''], [7, 0, 'line 6\nx\n'], [12, 3, 'y\n'], [20, 0, 'line 6\n']),
  rewritten: 'all new\n',
  emptied: '',
};
const BEFORES = Object.fromEntries(Object.keys(AFTERS).map((name) => [name, TEXT]));

it('stages our own patch without context again', async () => {
  await using workspace = await tempWorkspace(BEFORES);
  await using engine = await openEngine({ root: workspace.root, fsync: 'never' });
  const session = await engine.session('s');
  await session.setMode('staged');
  for (const [path, text] of Object.entries(AFTERS)) await session.write(path, text);
  const patch = await session.diff({ context: 0 });
  const again = await engine.session('again');
  await again.setMode('staged');
  await again.applyPatch(patch);
  expect(await viewOf(again)).toEqual(await viewOf(session));
});

it.each([[[]], [['--full-index']]])('applies -U0 as git --unidiff-zero: %j', async (options) => {
  await using after = await tempWorkspace(AFTERS);
  await using both = await BothApply.to(BEFORES);
  const patch = await gitsPatch(BEFORES, AFTERS, '-U0', ...options);
  const { ofGit, ours, said } = await both.outcomes(patch, '--unidiff-zero');
  expect([ours, said]).toEqual([await filesOf(after.root), said]);
  expect(ours).toEqual(ofGit);
});

it('refuses it for other bytes, or without object ids, as git does', async () => {
  const after = { f: edited([9, 0, 'new\n'], [15, 1, '']) };
  const patch = (await gitsPatch({ f: TEXT }, after, '-U0')).toString();
  await using moved = await BothApply.to({ f: `top\n${TEXT}` });
  expect(await moved.outcomes(patch)).toMatchObject({ ofGit: 'refused', ours: 'refused' });
  await using same = await BothApply.to({ f: TEXT });
  const unnamed = patch.replace(/^index .*\n/m, '');
  expect(await same.outcomes(unnamed)).toMatchObject({ ofGit: 'refused', ours: 'refused' });
  const garbled = patch.replace('+new\n', '+other\n');
  expect(await same.outcomes(garbled)).toMatchObject({ ofGit: 'refused', ours: 'refused' });
});
