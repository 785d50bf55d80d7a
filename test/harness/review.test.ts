// fs.diff, verify, log, list_sessions; schemas; events; order.
import { describe, expect, it } from 'vitest';
import { harnessJsonSchemas, harnessSchemas } from '../../src/harness/schemas/harness-schemas.ts';
import type { PendingUpdate } from '../../src/session/api/types.ts';
import { openFixture } from './fixture.ts';

const session_id = 's';

describe('fs.diff', () => {
  it('answers the git patch, and its short forms', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    const { fs, tools } = fixture.harness;
    expect(await fs.diff({ session_id })).toEqual({ encoding: 'utf-8', content: '' });
    await tools.write_file({ path: 'a.txt', content: 'two\n', session_id });
    await tools.delete_file({ path: 'b.txt', session_id });
    expect(await fs.diff({ session_id, paths: ['a.txt'], context: 0 })).toEqual({
      encoding: 'utf-8',
      content: [
        'diff --git a/a.txt b/a.txt',
        'index 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644',
        '--- a/a.txt',
        '+++ b/a.txt',
        '@@ -1 +1 @@',
        '-one',
        '+two',
        '',
      ].join('\n'),
    });
    expect(await fs.diff({ session_id, format: 'name-status' })).toEqual({
      encoding: 'utf-8',
      content: 'M\ta.txt\nD\tb.txt\n',
    });
    expect(await fs.diff({ session_id, format: 'numstat', paths: null })).toEqual({
      encoding: 'utf-8',
      content: '1\t1\ta.txt\n0\t1\tb.txt\n',
    });
    expect(await fs.diff({ session_id, paths: [] })).toEqual({ encoding: 'utf-8', content: '' });
  });

  it('is base64 where the patch is not UTF-8', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    await tools.write_file({ path: 'latin.txt', content: '6Qo=', encoding: 'base64', session_id });
    const { encoding, content } = await fs.diff({ session_id });
    expect(encoding).toBe('base64');
    expect(Buffer.from(content, 'base64').toString('latin1')).toMatch(
      /^diff --git .*\n\+\u00e9\n/s,
    );
  });
});

it('fs.list_sessions tells of every change that was asked for before it', async () => {
  await using fixture = await openFixture();
  const { fs, tools } = fixture.harness;
  const changes = ['s-1', 's-2'].flatMap((id) => [
    fs.set_mode({ session_id: id, mode: 'staged' }),
    tools.write_file({ session_id: id, path: 'a.txt', content: 'a' }),
  ]);
  const { sessions } = await fs.list_sessions({});
  await Promise.all(changes);
  const counts = sessions.map(({ session_id: id, pending_count }) => [id, pending_count]);
  expect(counts.filter(([id]) => id !== session_id)).toEqual([
    ['s-1', 1],
    ['s-2', 1],
  ]);
});

describe('fs.verify, fs.log and fs.list_sessions', () => {
  it('tell about the stored state', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    await tools.write_file({ path: 'a.txt', content: 'hello', session_id });
    await fs.discard_staged({ session_id });
    expect(await fs.verify({ session_id })).toEqual({ findings: [], repaired: false });
    const { records } = await fs.log({ session_id });
    expect(records.map(({ op, path, pending_count }) => ({ op, path, pending_count }))).toEqual([
      { op: 'set_mode', path: null, pending_count: 0 },
      { op: 'write', path: fixture.at('a.txt'), pending_count: 1 },
      { op: 'discard_staged', path: null, pending_count: 0 },
    ]);
    await tools.write_file({ path: 'a.txt', content: 'hello', session_id });
    await fs.staged_status({ session_id: 'never used' });
    expect(await fs.list_sessions({})).toEqual({
      sessions: [
        {
          session_id: 's',
          mode: 'staged',
          pending_count: 1,
          total_bytes: 5,
          last_activity_ms: expect.any(Number) as unknown,
        },
      ],
    });
    expect(await fs.log({ session_id: 'never used' })).toEqual({ records: [] });
  });
});

describe('the schemas', () => {
  it('are those of the methods, closed, and fit what the methods answer', async () => {
    await using fixture = await openFixture({ 'a.txt': 'a' });
    const { fs, tools, methods } = fixture.harness;
    expect(methods.map(({ name }) => name)).toEqual(Object.keys(harnessSchemas));
    for (const { name, schemas } of methods)
      expect(schemas).toBe(Reflect.get(harnessSchemas, name));
    await tools.write_file({ path: 'a.txt', content: 'b', session_id });
    const answers = {
      'fs.set_mode': await fs.set_mode({ session_id, mode: 'staged' }),
      'fs.staged_status': await fs.staged_status({ session_id }),
      'fs.staged_read_text': await fs.staged_read_text({ path: 'a.txt', session_id }),
      'fs.safe_text_patch': await fs.safe_text_patch({ path: 'c', content: 'c', session_id }),
      'fs.diff': await fs.diff({ session_id }),
      'fs.log': await fs.log({ session_id }),
      'fs.verify': await fs.verify({ session_id }),
      'fs.list_sessions': await fs.list_sessions({}),
      'fs.commit_staged': await fs.commit_staged({ session_id }),
      'fs.discard_staged': await fs.discard_staged({ session_id }),
      'tools.write_file': await tools.write_file({ path: 'a.txt', content: 'c', session_id }),
      'tools.delete_file': await tools.delete_file({ path: 'a.txt', session_id }),
      'tools.read_file': await tools.read_file({ path: 'c', session_id }),
      'tools.list_directory': await tools.list_directory({ path: '.', session_id }),
    };
    for (const { name, schemas } of methods) {
      if (name in answers) {
        const answer: unknown = Reflect.get(answers, name);
        expect(schemas.response.parse(answer)).toEqual(answer);
      }
    }
  });

  it('say defaults, requirements and closedness as JSON Schema', () => {
    expect(harnessJsonSchemas('tools.delete_file')).toEqual({
      request: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          path: {
            type: 'string',
            minLength: 1,
            description: 'Absolute, or relative to the workspace.',
          },
          recursive: {
            type: ['boolean', 'null'],
            default: false,
            description: 'Allow a directory that is not empty.',
          },
          session_id: {
            type: ['string', 'null'],
            description:
              'Session id; the ambient session when absent, the plain workspace when blank.',
          },
        },
        required: ['path'],
        additionalProperties: false,
      },
      response: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { path: { type: 'string' }, removed: { type: 'boolean' } },
        required: ['path', 'removed'],
        additionalProperties: false,
      },
    });
    for (const name of Object.keys(harnessSchemas) as (keyof typeof harnessSchemas)[]) {
      expect(harnessJsonSchemas(name).request).toMatchObject({ additionalProperties: false });
    }
  });
});

describe('onPending', () => {
  it('hears of every session in use while it listens', async () => {
    await using fixture = await openFixture();
    const { harness } = fixture;
    const updates: PendingUpdate[] = [];
    const stop = harness.onPending((update) => updates.push(update));
    await harness.fs.set_mode({ session_id: 't', mode: 'staged' });
    await harness.tools.write_file({ path: 'a', content: 'aa', session_id: 's' });
    await harness.tools.write_file({ path: 'b', content: 'b', session_id: 't' });
    await expect
      .poll(() => new Set(updates.map(({ sessionId }) => sessionId)))
      .toEqual(new Set(['s', 't']));
    const last = updates.filter(({ sessionId }) => sessionId === 's').at(-1);
    expect(last?.pendingWrites).toEqual([
      { path: 'a', kind: 'create', byteDelta: 2, snapshotId: null },
    ]);
    stop();
    const heard = updates.length;
    await harness.tools.write_file({ path: 'c', content: 'c', session_id: 's' });
    expect(updates).toHaveLength(heard);
  });
});

describe('calls on one session', () => {
  it('take effect in the order in which they were made', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    // The first call opens the session, the later ones find it open.
    const calls = [
      fs.set_mode({ session_id: 'fresh', mode: 'staged' }),
      ...Array.from(
        { length: 20 },
        async (_, n) =>
          await tools.write_file({ path: 'a', content: String(n), session_id: 'fresh' }),
      ),
    ];
    const read = tools.read_file({ path: 'a', session_id: 'fresh' });
    const removed = tools.delete_file({ path: 'a', session_id: 'fresh' });
    const status = fs.staged_status({ session_id: 'fresh' });
    expect(await read).toMatchObject({ content: '19' });
    expect(await removed).toEqual({ path: 'a', removed: true });
    expect(await status).toMatchObject({ pending_writes: [] });
    await Promise.all(calls);
  });

  it('show a read what was asked before it, and nothing that was asked after', async () => {
    await using fixture = await openFixture();
    const { tools } = fixture.harness;
    const reads = Array.from({ length: 50 }, async (_, n) => {
      const written = tools.write_file({ path: 'a', content: String(n), session_id });
      const read = tools.read_file({ path: 'a', session_id });
      await written;
      return Number((await read).content);
    });
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });
});
