// A call does what its arguments said when it was made, whatever becomes of them while it waits.
import { describe, expect, it } from 'vitest';
import type { CommitOptions } from '../../src/index.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

const INVALID = 'ERR_STAGED_INVALID_ARGUMENT';

it('a dry run stays one when its options are used again', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  await session.write('a', 'new');
  const options: { dryRun: boolean } = { dryRun: true };
  const trial = session.commit(options);
  options.dryRun = false;
  expect(await trial).toMatchObject({ committedPaths: ['a'], dryRun: true });
  expect(await ws.exists('a')).toBe(false);
});

it.each(['commit', 'discard'] as const)('%s takes the paths it was given', async (verb) => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  for (const path of ['a', 'b', 'c']) await session.write(path, 'new');
  const paths = ['a'];
  const done = session[verb]({ paths });
  paths.push('b');
  await done;
  expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(['b', 'c']);
});

it('each option is looked at once, and what is used is what was checked', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  for (const path of ['a', 'b']) await session.write(path, 'new');
  const answers = [['a'], ['b']];
  const options: CommitOptions = {
    get paths(): readonly string[] {
      return answers.shift() ?? [];
    },
  };
  expect((await session.commit(options)).committedPaths).toEqual(['a']);
});

it('inherited options are checked and used too', async () => {
  await using ws = await tempWorkspace({ 'd/a': 'a' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const inheriting = (options: object): object => Object.setPrototypeOf({}, options) as object;
  expect(await codeOf(session.remove('d', inheriting({ recursive: 'yes' })))).toBe(INVALID);
  expect(await session.remove('d', inheriting({ recursive: true }))).toMatchObject({
    removed: true,
  });
});

it.each([10, 1000, 200_000])('%i bytes are staged as they were given', async (size) => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  for (let steps = 0; steps < 40; steps++) {
    const bytes = Buffer.alloc(size, 'a');
    const writing = session.write('f', bytes);
    for (let step = 0; step < steps; step++) await Promise.resolve();
    bytes.fill('b');
    await writing;
    expect(Buffer.from(await session.read('f')).equals(Buffer.alloc(size, 'a'))).toBe(true);
    await session.discard();
  }
});

describe.each([10, 600_000])('%i bytes whose buffer goes', (size) => {
  it('before the call are refused', async () => {
    await using ws = await tempWorkspace();
    await using engine = await testEngine(ws.root);
    const bytes = new Uint8Array(size).fill(1);
    transfer(bytes);
    expect(await codeOf((await stagedSession(engine)).write('f', bytes))).toBe(INVALID);
  });

  it.each(['staged', 'immediate'] as const)(
    'meanwhile are all written or none: %s',
    async (mode) => {
      await using ws = await tempWorkspace({ f: 'old' });
      await using engine = await testEngine(ws.root);
      const session = await engine.session('s');
      await session.setMode(mode);
      for (let steps = 0; steps < 60; steps += 5) {
        const bytes = new Uint8Array(size).fill(1);
        const writing = session.write('f', bytes).catch(() => undefined);
        for (let step = 0; step < steps; step++) await Promise.resolve();
        transfer(bytes);
        await writing;
        expect([3, size]).toContain((await session.read('f')).length);
      }
    },
  );
});

function transfer({ buffer }: Uint8Array): void {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}

it('a link from a stream keeps each piece as it came', async () => {
  await using ws = await tempWorkspace({ ab: 'x' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const memory = Buffer.alloc(1);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const letter of ['a', 'b']) {
      memory.write(letter);
      yield memory;
    }
  }
  await session.writeFrom('l', pieces(), { fileMode: '120000' });
  expect(await session.readLink('l')).toBe('ab');
});

it('a link from a stream that hangs can be aborted', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const abort = new AbortController();
  const source: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        abort.abort();
        return await new Promise(() => undefined);
      },
    }),
  };
  const options = { fileMode: '120000', signal: abort.signal } as const;
  expect(await codeOf(session.writeFrom('l', source, options))).toBe('ERR_STAGED_ABORTED');
});
