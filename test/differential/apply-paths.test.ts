// Where a patch may reach: names of a tree, and never through a link.
import { expect, it } from 'vitest';
import { BothApply } from '../support/both-apply.ts';

const FILES = {
  'd/x': 'x\n',
  'd/e/x': 'x\n',
  f: 'x\n',
  l: { link: 'd' },
  'm/up': { link: '../d' },
  loop: { link: 'loop' },
  out: { link: '/tmp' },
  dangling: { link: 'nowhere' },
};

const PATCHES: Readonly<Record<string, readonly string[]>> = {
  'an edit through a link': [edit('l/x')],
  'an edit through a link further down': [edit('m/up/x'), edit('l/e/x')],
  'an edit of a link': [edit('l', 'd', 'f')],
  'a new file through a link': [make('l/z')],
  'a new file through a dangling link': [make('dangling/z')],
  'a new file through a loop': [make('loop/z')],
  'a new file through a link that leads out': [make('out/staged-fs-z')],
  'a delete through a link': [drop('l/x')],
  'a rename through a link': [rename('l/x', 'd/z'), rename('d/x', 'l/z'), rename('f', 'l/z')],
  'a link and a file beyond it': [make('k', 'd', '120000'), make('k/y')],
  'a file and then the link above it': [make('k/y'), make('k', 'd', '120000')],
  'a link that goes and files in its place': [drop('l', 'd', '120000'), make('l/y'), make('l/x')],
  'files in the place of a link that goes': [make('l/y'), make('l/x'), drop('l', 'd', '120000')],
  'a link that goes and an edit beyond it': [drop('l', 'd', '120000'), edit('l/x')],
  'a link that moves and a file in its place': [rename('l', 'n'), make('l/y')],
  'a link that moves and a file beyond it': [rename('l', 'n'), make('n/y')],
  'a link that is made anew and a file beyond it': [
    drop('l', 'd', '120000'),
    make('l', 'm', '120000'),
    make('l/y'),
  ],
};

it.each(Object.entries(PATCHES))('%s', async (title, sections) => {
  await using both = await BothApply.to(FILES);
  const whole = sections.join('');
  for (const patch of title.includes(' through ') ? sections : [whole]) {
    const { ofGit, ours, said } = await both.outcomes(patch);
    expect([patch, ours, said]).toEqual([patch, ofGit, said]);
  }
});

it('reaches in a series where a link of an earlier patch was', async () => {
  await using both = await BothApply.to(FILES);
  const series = [[drop('l', 'd', '120000')], [make('l/y')], [edit('l/y', 'y', 'z')]];
  const mails = series.map((sections) => `From ${'0'.repeat(40)} ${DATE}\n${sections.join('')}`);
  const { ofGit, ours, said } = await both.outcomes(mails);
  expect([ours, said]).toEqual([ofGit, 'git: applied\nwe: applied']);
  const beyond = mails.with(1, mails[1]?.replaceAll('l/y', 'm/up/y') ?? '');
  expect(await both.outcomes(beyond)).toMatchObject({ ofGit: 'refused', ours: 'refused' });
  const link = [make('k', 'd', '120000'), make('k/y')];
  const later = link.map((section) => `From ${'0'.repeat(40)} ${DATE}\n${section}`);
  expect(await both.outcomes(later)).toMatchObject({ ofGit: 'refused', ours: 'refused' });
});

it('takes only names of a tree', async () => {
  await using both = await BothApply.to(FILES);
  const names = ['./y', 'd/./y', 'd//y', 'd/', 'n/', '../y', 'd/../y', 'd/..', '.', '..', '.git/y'];
  for (const name of names) {
    for (const patch of [plain(name), make(name), `${rename('f', name)}`]) {
      const { ofGit, ours, said } = await both.outcomes(patch);
      expect([patch, ours, said]).toEqual([patch, ofGit, said]);
    }
  }
});

it('names the line and the path of what it refuses', async () => {
  await using both = await BothApply.to(FILES);
  expect((await both.outcomes(edit('f') + edit('l/x'))).said).toContain(
    'ERR_STAGED_PATCH_REJECTED The patch does not fit `l/x`: `l/x` (line 7 of the patch) is beyond the symbolic link `l`.',
  );
  expect((await both.outcomes(edit('f') + plain('d/./y'))).said).toContain(
    'ERR_STAGED_PATCH_INVALID Line 7 of the patch: `d/./y` is not the name of a file in a tree.',
  );
});

const DATE = 'Mon Sep 17 00:00:00 2001';

function plain(name: string): string {
  return `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+y\n`;
}

function edit(name: string, old = 'x', now = 'y'): string {
  const hunk = `@@ -1 +1 @@\n-${old}\n+${now}\n`;
  return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${hunk}`;
}

function make(name: string, text = 'y', mode = '100644'): string {
  const header = `diff --git a/${name} b/${name}\nnew file mode ${mode}\n`;
  return `${header}--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${text}\n${noNewline(mode)}`;
}

function drop(name: string, text = 'x', mode = '100644'): string {
  const header = `diff --git a/${name} b/${name}\ndeleted file mode ${mode}\n`;
  return `${header}--- a/${name}\n+++ /dev/null\n@@ -1 +0,0 @@\n-${text}\n${noNewline(mode)}`;
}

function rename(from: string, to: string): string {
  const mode = from === 'l' ? 'index 1234567..1234567 120000\n' : '';
  return `diff --git a/${from} b/${to}\nrename from ${from}\nrename to ${to}\n${mode}`;
}

// The text of a link has none.
function noNewline(mode: string): string {
  return mode === '120000' ? '\\ No newline at end of file\n' : '';
}
