// Whole patches in git's forms, word for word, so that they hold without a git to ask too.
import { expect, it } from 'vitest';
import { openEngine, type Session } from '../../src/index.ts';
import { type Planted, tempWorkspace } from '../support/temp-workspace.ts';

const NOTHING = '0'.repeat(40);
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

it('an empty file is created and deleted without a hunk', async () => {
  const patch = await patchOf({ gone: '' }, async (session) => {
    await session.write('new', '');
    await session.remove('gone');
  });
  expect(patch).toBe(
    lines(
      'diff --git a/gone b/gone',
      'deleted file mode 100644',
      `index ${EMPTY}..${NOTHING}`,
      'diff --git a/new b/new',
      'new file mode 100644',
      `index ${NOTHING}..${EMPTY}`,
    ),
  );
});

it('a change of mode alone has no index line', async () => {
  const patch = await patchOf({ run: 'x\n' }, async (session) => {
    await session.write('run', 'x\n', { fileMode: '100755' });
  });
  expect(patch).toBe(lines('diff --git a/run b/run', 'old mode 100644', 'new mode 100755'));
});

it('a link that becomes a file is two sections', async () => {
  const patch = await patchOf({ lnk: { link: 'target' } }, async (session) => {
    await session.write('lnk', 'text\n', { fileMode: '100644' });
  });
  expect(patch).toBe(
    lines(
      'diff --git a/lnk b/lnk',
      'deleted file mode 120000',
      `index 1de565933b05f74c75ff9a6520af5f9f8a5a2f1d..${NOTHING}`,
      '--- a/lnk',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-target',
      '\\ No newline at end of file',
      'diff --git a/lnk b/lnk',
      'new file mode 100644',
      `index ${NOTHING}..8e27be7d6154a1f68ea9160ef0e18691d20560dc`,
      '--- /dev/null',
      '+++ b/lnk',
      '@@ -0,0 +1 @@',
      '+text',
    ),
  );
});

it('where a directory becomes a file, the file comes first', async () => {
  const patch = await patchOf({ 'd/f': 'in\n' }, async (session) => {
    await session.remove('d', { recursive: true });
    await session.write('d', 'file\n');
  });
  expect(patch).toBe(
    lines(
      'diff --git a/d b/d',
      'new file mode 100644',
      `index ${NOTHING}..f73f3093ff865c514c6c51f867e35f693487d0d3`,
      '--- /dev/null',
      '+++ b/d',
      '@@ -0,0 +1 @@',
      '+file',
      'diff --git a/d/f b/d/f',
      'deleted file mode 100644',
      `index 4935e88d323e7973308dd73cccf2837fc3c7de22..${NOTHING}`,
      '--- a/d/f',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-in',
    ),
  );
});

it.each([
  ['a b', 'a/a b', '\t'],
  ['a\tb', '"a/a\\tb"', ''],
  ['a\nb', '"a/a\\nb"', ''],
  ['a"b', '"a/a\\"b"', ''],
  ['a\\b', '"a/a\\\\b"', ''],
  ['é', '"a/\\303\\251"', ''],
])('the name %j is written as git writes it', async (name, old, end) => {
  const now = old.replace('a/', 'b/');
  const patch = await patchOf({ [name]: 'x\n' }, async (session) => {
    await session.write(name, 'y\n');
  });
  expect(patch).toBe(
    lines(
      `diff --git ${old} ${now}`,
      'index 587be6b4c3f93f93c489c0111bba5596147a26cb..975fbec8256d3e8a3797e7a3611380f27c49f4ac 100644',
      `--- ${old}${end}`,
      `+++ ${now}${end}`,
      '@@ -1 +1 @@',
      '-x',
      '+y',
    ),
  );
});

it('lines keep their CR, headers have none', async () => {
  const patch = await patchOf({ 'a.txt': 'one\r\ntwo\r\n' }, async (session) => {
    await session.write('a.txt', 'one\r\n2\r\n');
  });
  expect(patch).toBe(
    lines(
      'diff --git a/a.txt b/a.txt',
      'index 4e349b596c5c9d38a82829fafbaf52281c21e319..796f13624f05078e363e6841c3a8a22395de3de1 100644',
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -1,2 +1,2 @@',
      ' one\r',
      '-two\r',
      '+2\r',
    ),
  );
});

it('a binary is two literals, each ended by an empty line', async () => {
  const patch = await patchOf({ b: Buffer.from([0, 1, 2]) }, async (session) => {
    await session.write('b', Buffer.from([0, 255]));
  });
  expect(patch).toBe(
    lines(
      'diff --git a/b b/b',
      'index 8352675d67aed6625ece79af41c27fdb4ee2e867..ba01f6b05bdbb386b35f4d086e268c5d422cafb9 100644',
      'GIT binary patch',
      'literal 2',
      'JcmZSh4*&rH0RR91',
      '',
      'literal 3',
      'KcmZQzWC8#H2LJ>B',
      '',
    ),
  );
});

async function patchOf(
  before: Readonly<Record<string, Planted>>,
  change: (session: Session) => Promise<void>,
): Promise<string> {
  await using workspace = await tempWorkspace(before);
  await using engine = await openEngine({ root: workspace.root });
  const session = await engine.session('s');
  await session.setMode('staged');
  await change(session);
  return Buffer.from(await session.diff()).toString();
}

function lines(...parts: readonly string[]): string {
  return `${parts.join('\n')}\n`;
}
