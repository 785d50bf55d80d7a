// A file is deleted only by a patch that shows all of its content.
import { expect, it } from 'vitest';
import { BothApply, gitsPatch } from '../support/both-apply.ts';
import type { Planted } from '../support/temp-workspace.ts';

type Case = readonly [
  title: string,
  made: Planted,
  now: Planted,
  options: readonly string[],
  isApplied: boolean,
];

const TEXT = 'one\ntwo\nthree\n';
const BINARY = Buffer.from([0, 1, 2, 3]);

const CASES: readonly Case[] = [
  ['an empty file, as a patch of it', '', '', [], true],
  ['a file that was empty when the patch was made', '', TEXT, [], false],
  ['a file by a patch without its content', TEXT, TEXT, ['-D'], false],
  ['an empty file by a patch without content', TEXT, '', ['-D'], true],
  ['a file', TEXT, TEXT, [], true],
  ['a file that has more now', TEXT, `${TEXT}four\n`, [], false],
  ['a link', { link: 'x' }, { link: 'x' }, [], true],
  ['a link of another target', { link: 'x' }, { link: 'y' }, [], false],
  ['a binary', BINARY, BINARY, ['--binary', '--full-index'], true],
  ['another binary', BINARY, Buffer.from([0]), ['--binary', '--full-index'], false],
  ['a binary that the patch only notes', BINARY, BINARY, ['--full-index'], true],
  ['another binary that it only notes', BINARY, Buffer.from([0]), ['--full-index'], false],
  ['a binary that it notes in short', BINARY, BINARY, [], false],
];

it('deletes what git deletes', async () => {
  const files = CASES.map(([title, , now]): [string, Planted] => [title, now]);
  await using both = await BothApply.to(Object.fromEntries(files));
  for (const [title, made, , options, isApplied] of CASES) {
    const patch = await gitsPatch({ [title]: made }, {}, ...options);
    const { ofGit, ours, said } = await both.outcomes(patch);
    expect([title, ours, said]).toEqual([title, ofGit, said]);
    expect([title, ours !== 'refused']).toEqual([title, isApplied]);
  }
});

it('does not delete by a patch that was cut before its hunk', async () => {
  const patch = (await gitsPatch({ f: TEXT }, {})).toString();
  await using both = await BothApply.to({ f: TEXT });
  for (const mark of ['---', '+++', '@@']) {
    const cut = patch.slice(0, patch.indexOf(`\n${mark}`) + 1);
    expect([mark, (await both.outcomes(cut)).ours]).toEqual([mark, 'refused']);
  }
});
