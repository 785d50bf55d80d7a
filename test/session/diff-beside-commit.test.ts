// A diff takes no lock: what it has listed may be committed or discarded before it is read.
import { EventEmitter, once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { DiffOptions, Session } from '../../src/index.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

type Change = (session: Session) => Promise<unknown>;

/** A disk on which another process makes the change when the n-th body is about to be read. */
function changingDisk(at: number, change: () => Promise<unknown>): Disk {
  let count = 0;
  return wrapDisk(createNodeDisk(), {
    async call(call, run) {
      const isRead = call.verb === 'open' || call.verb === 'readFile';
      if (isRead && call.path.includes('/bodies/') && ++count === at) await change();
      return await run();
    },
  });
}

const CHANGES: readonly (readonly [string, Change])[] = [
  ['commits all', (session) => session.commit()],
  ['commits one', (session) => session.commit({ paths: ['b'] })],
  ['discards all', (session) => session.discard()],
  ['stages another', (session) => session.write('b', 'changed\n')],
  ['deletes one', (session) => session.remove('b')],
];

const FORMS: readonly DiffOptions[] = [{}, { renames: true }, { format: 'numstat' }];
const CASES = CHANGES.flatMap(([title, change]) =>
  FORMS.map((options) => ({ title, change, options })),
);

/** What one process gets while another makes the change at the second body, and what is so by then. */
async function beside(change: Change, look: (session: Session) => Promise<string>) {
  await using ws = await tempWorkspace({ b: 'old\n', gone: 'gone\n' });
  await using other = await testEngine(ws.root);
  const session = await stagedSession(other);
  for (const path of ['a', 'b', 'c']) await session.write(path, `new ${path}\n`);
  await session.remove('gone');
  const disk = changingDisk(2, () => change(session));
  await using engine = await testEngine(ws.root, { disk });
  return { seen: await look(await engine.session('s')), now: await look(session) };
}

describe.each(CASES)('beside one that $title, with $options', ({ change, options }) => {
  it('a diff is one of the state after', async () => {
    const { seen, now } = await beside(change, async (session) =>
      text(await session.diff(options)),
    );
    expect(seen).toBe(now);
  });

  it('a stream of it fails neither, and has each path as it was or is', async () => {
    const { seen } = await beside(change, async (session) => await streamed(session, options));
    expect(seen).not.toContain('+new b');
  });
});

/** What becomes of a commit that has taken out a deleted tree while a diff looks at that. */
const ENDS = [
  { title: 'goes on, waits for it', isHeld: false, fails: false },
  { title: 'goes on, waits for what it puts back', isHeld: false, fails: true },
  { title: 'ends as the diff looks for it, is made anew', isHeld: true, fails: false },
];

it.each(ENDS)('a diff that finds a tree taken out by a commit that $title', async (end) => {
  await using ws = await tempWorkspace({ 'gone/a': 'a\n', 'gone/b': 'b\n' });
  const looks = new EventEmitter();
  const committed = once(looks, 'committed');
  let hasLooked = false;
  const watching = wrapDisk(createNodeDisk(), {
    async call(call, run) {
      if (end.isHeld && hasLooked && call.path.endsWith('/commit')) {
        looks.emit('look');
        await committed;
      }
      try {
        return await run();
      } finally {
        // It has looked for the file in vain.
        hasLooked ||= call.path.includes('/gone/');
        if (!end.isHeld && hasLooked) looks.emit('look');
      }
    },
  });
  await using engine = await testEngine(ws.root, { disk: watching });
  let seen: Promise<Uint8Array> | undefined;
  const committing = wrapDisk(createNodeDisk(), {
    async call(call, run) {
      const result = await run();
      const isTakenOut = call.verb === 'rename' && call.path.endsWith('/gone');
      if (!isTakenOut || seen !== undefined) return result;
      const reader = await engine.session('s');
      const look = once(looks, 'look');
      seen = reader.diff({ onWarning: (path) => expect.fail(path) });
      await look;
      if (end.fails) saveInto(ws.path(`${SESSION_DIRECTORY}/commit`));
      return result;
    },
  });
  await using other = await testEngine(ws.root, { disk: committing });
  const session = await stagedSession(other);
  await session.remove('gone', { recursive: true });
  const { committedPaths } = await session.commit();
  looks.emit('committed');
  expect(committedPaths).toEqual(end.fails ? [] : ['gone']);
  expect(text((await seen) ?? Buffer.from('never looked'))).toBe(text(await session.diff()));
});

// As a program does that has the directory open while it is taken out.
function saveInto(commits: string): void {
  for (const name of readdirSync(commits, { encoding: 'utf8', recursive: true }))
    if (/^\d+\/[^/]+$/.test(name) && !name.endsWith('.json'))
      writeFileSync(`${commits}/${name}/saved`, 'saved\n');
}

it('a body that is gone for another reason is an error', async () => {
  await using ws = await tempWorkspace();
  await using other = await testEngine(ws.root);
  const session = await stagedSession(other);
  await session.write('a', 'a\n');
  const node = createNodeDisk();
  const disk = wrapDisk(node, {
    async call(call, run) {
      const isRead = call.verb === 'open' || call.verb === 'readFile';
      if (isRead && call.path.includes('/bodies/')) await node.unlink(call.path);
      return await run();
    },
  });
  await using engine = await testEngine(ws.root, { disk });
  const reader = await engine.session('s');
  expect(await codeOf(reader.diff())).toBe('ERR_STAGED_BODY_MISSING');
  expect(await codeOf(streamed(reader))).toBe('ERR_STAGED_BODY_MISSING');
});

async function streamed(session: Session, options: DiffOptions = {}): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of session.diffStream(options)) pieces.push(piece);
  return text(Buffer.concat(pieces));
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
