// A copy is of what its source was before the patch, whatever else the patch does to the source.
import { expect, it } from 'vitest';
import { BothApply, gitsPatch } from '../support/both-apply.ts';
import { gitOk } from '../support/git.ts';
import { sampled } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

type Texts = Readonly<Record<string, string>>;

const TEXT = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
const OTHER = TEXT.replaceAll('line', 'other');

interface Case {
  readonly before: Texts;
  readonly after: Texts;
}

const CASES: readonly Case[] = [
  // Of a file that is edited, itself edited too, sorting first; moved, rewritten, swapped.
  { before: { a: TEXT }, after: { a: `${TEXT}more\n`, b: TEXT } },
  { before: { a: TEXT }, after: { a: `${TEXT}a\n`, b: `${TEXT}b\n` } },
  { before: { m: TEXT }, after: { m: `${TEXT}more\n`, a: `${TEXT}a\n` } },
  { before: { a: TEXT }, after: { b: `b\n${TEXT}`, c: `${TEXT}c\n` } },
  { before: { a: TEXT }, after: { a: OTHER, b: `${TEXT}b\n` } },
  { before: { a: TEXT, b: OTHER }, after: { a: OTHER, b: TEXT, c: `${TEXT}c\n` } },
].map(({ before, after }, index) => ({
  before: inside(index, before),
  after: inside(index, after),
}));

it.each(sampled(['-C', '-C -C', '-B -C'], 1))(
  'applies a copy as git does, printed with %s',
  async (options) => {
    const all = Object.assign({}, ...CASES.map(({ before }) => before)) as Texts;
    await using both = await BothApply.to(all);
    for (const { before, after } of CASES) {
      const patch = await gitsPatch(before, after, ...options.split(' '));
      const { ofGit, ours, said } = await both.outcomes(patch);
      expect([ours, said]).toEqual([ofGit, said]);
      expect(textsOf(ours)).toMatchObject(after);
    }
  },
);

it('applies a copy in a later mail of a series to what the earlier mails made', async () => {
  const edited = `${TEXT}more\n`;
  const states: readonly Texts[] = [
    { a: TEXT },
    { a: edited },
    { a: `${edited}still\n`, b: `${edited}b\n` },
    { a: OTHER, b: `${edited}b\n`, c: `${edited}still\nc\n` },
  ];
  const mails = await mailsOf(states);
  expect(mails).toHaveLength(3);
  await using both = await BothApply.to({ a: TEXT });
  const { ofGit, ours } = await both.outcomes(mails);
  expect(textsOf(ours)).toEqual(states.at(-1));
  expect(ours).toEqual(ofGit);
});

function inside(index: number, texts: Texts): Texts {
  const entries = Object.entries(texts);
  return Object.fromEntries(entries.map(([path, text]) => [`${index}/${path}`, text]));
}

function textsOf(outcome: Awaited<ReturnType<BothApply['outcomes']>>['ours']): unknown {
  if (outcome === 'refused') return outcome;
  return Object.fromEntries(Object.entries(outcome).map(([path, file]) => [path, file.content]));
}

async function mailsOf(states: readonly Texts[]): Promise<string[]> {
  await using repository = await tempWorkspace();
  await gitOk(repository.root, 'init', '--quiet');
  for (const state of states) {
    for (const [path, text] of Object.entries(state)) await repository.write(path, text);
    await gitOk(repository.root, 'add', '--all');
    await gitOk(repository.root, 'commit', '--quiet', '-m', 'change');
  }
  const print = ['format-patch', '--stdout', '-C', '--root', `-${states.length - 1}`];
  const { stdout } = await gitOk(repository.root, ...print);
  return stdout.toString().split(/^(?=From [0-9a-f]{40} )/m);
}
