// A client that people use, acpx 0.19.1, drives the built agent through a prompt that writes.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runChild } from '../support/child.ts';
import { runCli } from '../support/run-cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { messageSchema, noticeIn } from './message.ts';
import { complaintsAbout } from './schema.ts';
import { updatesIn } from './small-agent.ts';

const ACPX = fileURLToPath(new URL('../../node_modules/acpx/dist/cli.js', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

it('shows acpx its tool calls and notices, and leaves the disk alone until commit', async () => {
  await using workspace = await tempWorkspace({ 'old.txt': 'old\n' });
  await using home = await tempWorkspace();
  const { root } = workspace;
  const { stdout, stderr, code } = await runChild(
    process.execPath,
    [
      ACPX,
      '--approve-all',
      '--format=json',
      '--json-strict',
      `--cwd=${root}`,
      `--agent=${process.execPath} ${MAIN} acp`,
      'exec',
      'write new.txt: hello\nappend old.txt: more',
    ],
    { cwd: root, env: { HOME: home.root } },
  );
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const lines = stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  const messages = lines.map((line) => messageSchema.parse(JSON.parse(line)));
  expect(messages.flatMap((message) => complaintsAbout(message, undefined))).toEqual([]);
  expect(updatesIn(messages, 'tool_call_update')).toMatchObject([
    { status: 'completed', content: [{ type: 'diff', oldText: null, newText: 'hello' }] },
    { status: 'completed', content: [{ type: 'diff', oldText: 'old\n', newText: 'old\nmore' }] },
  ]);
  const notices = messages.flatMap((message) => noticeIn(message) ?? []);
  expect(notices.at(-1)?.pendingWrites.map(({ path, kind }) => ({ path, kind }))).toEqual([
    { path: workspace.path('new.txt'), kind: 'create' },
    { path: workspace.path('old.txt'), kind: 'modify' },
  ]);
  expect(Object.keys(await workspace.tree())).toEqual(['old.txt']);
  expect((await workspace.read('old.txt')).toString()).toBe('old\n');

  const sessionId = messages
    .flatMap(({ params }) => params?.['sessionId'] ?? [])
    .map(String)
    .at(-1);
  const committed = await runCli(['--session', sessionId ?? '', 'commit'], { cwd: root });
  expect(committed.code).toBe(0);
  expect((await workspace.read('new.txt')).toString()).toBe('hello');
  expect((await workspace.read('old.txt')).toString()).toBe('old\nmore');
});
