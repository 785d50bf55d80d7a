// Patches in the forms that diff and git print besides the usual one: applied as git applies them.
import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BothApply, gitsPatch } from '../support/both-apply.ts';
import { runChild } from '../support/child.ts';
import { isLong } from '../support/sampled.ts';
import { type Planted, tempWorkspace } from '../support/temp-workspace.ts';

type Files = Readonly<Record<string, Planted>>;

const HUNK = '@@ -1 +1 @@\n-x\n+y\n';
const NEW = '@@ -0,0 +1 @@\n+y\n';
const GONE = '@@ -1 +0,0 @@\n-x\n';
const MANY = 'one\ntwo\nthree\nfour\nfive\n';
const EXEC = 0o755;

const FILES: Files = {
  f: 'x\n',
  'd/f': 'x\n',
  'd/e/f': 'x\n',
  g: 'x\n',
  'g.new': 'x\n',
  'a b': 'x\n',
  é: 'x\n',
  run: { content: 'x\n', mode: EXEC },
  link: { link: 'f' },
  empty: '',
};

let both: BothApply;

beforeAll(async () => {
  both = await BothApply.to(FILES);
});
afterAll(async () => {
  await both[Symbol.asyncDispose]();
});

const POSIX = '2010-07-05 19:41:17';
const GNU = '2010-07-05 19:41:17.620000023 -0500';
const EPOCHS = ['1970-01-01 00:00:00.000000000 +0000', '1970-01-01 05:30:00 +05:30'];
const EPOCH_WEST = '1969-12-31 19:00:00.000 -0500';

const NAMES: readonly (readonly [old: string, now: string])[] = [
  ['a/f', 'b/f'],
  ['orig/f', 'new/f'],
  ['orig/d/f', 'new/d/f'],
  ['i/f', 'w/f'],
  ['a//f', 'b//f'],
  ['./f', './f'],
  ['f', 'f'],
  ['d/f', 'd/f'],
  ['d/e/f', 'd/e/f'],
  ['g', 'g.new'],
  ['g.new', 'g'],
  ['g.orig', 'g'],
  ['a/g', 'b/g.new'],
  ['a/g.new', 'b/g'],
  ['f', 'g'],
  ['a/absent', 'b/f'],
  ['a/f', 'b/absent'],
  ['d/f', 'f'],
  ['f', 'd/f'],
  ['a/a b', 'b/a b'],
  ['"a/\\303\\251"', '"b/\\303\\251"'],
  ['a/run', 'b/run'],
  ['a/link', 'b/link'],
  [`a/f\t${POSIX}`, `b/f\t${GNU}`],
  [`a/f ${POSIX}`, `b/f ${GNU}`],
  [`a/f  10-07-05`, `b/f 2010-07-05 19:41:17 +01:00`],
  [`a/f 2010-7-5`, `b/f 2010-7-5`],
  [`a/a b\t${POSIX}`, `b/a b\t${POSIX}`],
  [`f ${POSIX}`, `f ${POSIX}`],
  [`a/f\tsomething`, `b/f\tsomething else`],
  [`a/f\t${EPOCH_WEST}`, `b/f\t${GNU}`],
  [`a/f\t${GNU}`, `b/f\t${EPOCH_WEST}`],
  ['/dev/null', 'b/f'],
  ['a/f', '/dev/null'],
  ['/dev/null', 'f'],
  ['f', '/dev/null'],
  ['/dev/null', 'b/new'],
  ['/dev/null', 'new'],
  ['a/new', 'b/new'],
  ['a/empty', 'b/empty'],
  ...EPOCHS.flatMap((epoch): [string, string][] => [
    [`a/new\t${epoch}`, `b/new\t${GNU}`],
    [`a/f\t${GNU}`, `b/f\t${epoch}`],
    [`a/new ${epoch}`, `b/new ${GNU}`],
  ]),
];

// A short run tries one hunk with each pair of names, others each time.
const HUNKS = [HUNK, NEW, GONE];
const START = randomInt(HUNKS.length);

it.each(NAMES)('takes the names %j and %j as git does', async (old, now) => {
  const row = NAMES.findIndex(([one, other]) => one === old && other === now);
  const sampled = (START + row) % HUNKS.length;
  for (const hunk of HUNKS.filter((_, at) => isLong || at === sampled)) {
    await expectAgreed(`--- ${old}\n+++ ${now}\n${hunk}`);
  }
});

it('goes on with names of no component, as git does', async () => {
  const flat = `--- g\n+++ g.new\n${HUNK}`;
  await expectAgreed(`${flat}--- f\n+++ f\n${HUNK}`);
  await expectAgreed(`${flat}--- a/f\n+++ b/f\n${HUNK}`);
  await expectAgreed(`${flat}diff --git d/f d/f\n--- d/f\n+++ d/f\n${HUNK}`);
});

it.each([
  [['--src-prefix=old/', '--dst-prefix=new/']],
  [['--src-prefix=i/', '--dst-prefix=w/']],
  [['--src-prefix=i/', '--dst-prefix=w/', '--no-renames']],
  [['--no-prefix']],
  [['--no-prefix', '--no-renames']],
])('takes what git prints with %j as git does', async (options) => {
  const after = { 'd/f': 'x\ny\n', 'd/e/f': 'y\n', 'moved é': 'x\n', 'new': '', run: 'x\n' };
  const patch = await gitsPatch(FILES, { ...FILES, ...after }, '--binary', ...options);
  await expectAgreed(patch);
  await expectAgreed(await gitsPatch(FILES, after, '--binary', '-M', ...options));
});

it.each([
  ['run', 'index 587be6b..975fbec 100644'],
  ['f', 'index 587be6b..975fbec 100755'],
  ['f', 'new mode 100755'],
  ['f', 'old mode 100644\nnew mode 100775'],
  ['f', 'old mode 100664\nnew mode 100777'],
  ['run', 'old mode 100755\nnew mode 100644'],
  ['run', 'old mode 100644\nnew mode 100755'],
  ['run', 'index 587be6b..975fbec'],
  ['f', 'old mode 100644\nnew mode 120000'],
  ['link', 'index 587be6b..975fbec 100644'],
  ['f', 'index 587be6b..975fbec 120000'],
])('gives `%s` the mode that git gives it by %j', async (name, lines) => {
  await expectAgreed(`diff --git a/${name} b/${name}\n${lines}\n`);
  await expectAgreed(
    `diff --git a/${name} b/${name}\n${lines}\n--- a/${name}\n+++ b/${name}\n${HUNK}`,
  );
});

it.each(['100664', '100600', '100700', '100775', '120000'])(
  'makes a file of mode %s as git does',
  async (mode) => {
    await expectAgreed(
      `diff --git a/n b/n\nnew file mode ${mode}\n--- /dev/null\n+++ b/n\n${NEW.replace('y\n', 'y\n\\ No newline at end of file\n')}`,
    );
  },
);

it.each([
  ['names in a message', 'Subject: x\n\n--- before\n+++ after\n\nmore\n---\n f | 2 +-\n\n'],
  ['names and lines in a message', '--- a/f\n+++ b/f\n-x\n+y\n\n'],
  ['a first line in a message', 'diff --git a/f b/f\n\n'],
  ['a first line of two names in a message', 'diff --git a/f b/g\n\nmore of it\n'],
  ['a hunk in a message', `${HUNK}\n`],
  ['two dashes and blanks', '-- \n2.39.5\n\n@@ not a hunk\n'],
])('passes over %s as git does', async (_, text) => {
  const patch = `diff --git a/f b/f\nindex 587be6b..975fbec 100644\n--- a/f\n+++ b/f\n${HUNK}`;
  for (const whole of [text, text + patch, patch + text, text + patch + text]) {
    await expectAgreed(whole);
  }
});

it.each([
  '',
  '\n',
  'text\n',
  '--- a/f\n+++ b/f\n',
  'diff --cc f\nindex 1,2..3\n--- a/f\n+++ b/f\n',
])('refuses the patch %j', async (patch) => {
  expect((await both.outcomes(patch)).ours).toBe('refused');
  await expectAgreed(patch);
});

it('applies what diff -urN prints', async () => {
  const before: Files = { same: MANY, edited: MANY, gone: 'x\n', 'd/e/gone': MANY };
  const after: Files = { same: MANY, edited: `${MANY}six\n`, 'd/new': 'n\n', 'e/a b': 'y' };
  await using scratch = await tempWorkspace();
  await using applied = await BothApply.to(before);
  for (const [folder, files] of Object.entries({ orig: before, new: after })) {
    await mkdir(scratch.path(folder));
    for (const [path, planted] of Object.entries(files)) {
      await scratch.write(`${folder}/${path}`, planted);
    }
  }
  for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
    const options = { cwd: scratch.root, env: { TZ: zone } };
    const { stdout } = await runChild('diff', ['-urN', 'orig', 'new'], options);
    const { ofGit, ours, said } = await applied.outcomes(stdout);
    expect([ours, said]).toEqual([ofGit, said]);
    expect(Object.keys(ours)).toEqual(expect.arrayContaining(Object.keys(after)));
  }
});

async function expectAgreed(patch: string | Uint8Array): Promise<void> {
  const { ofGit, ours, said } = await both.outcomes(patch);
  const shown = Buffer.from(patch).toString();
  expect([shown, ours, said]).toEqual([shown, ofGit, said]);
}
