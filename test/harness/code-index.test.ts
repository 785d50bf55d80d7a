// code_index.read_range and file_hash.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, rejection } from './fixture.ts';

const session_id = 's';
const MIB = 1024 * 1024;

describe('code_index.read_range', () => {
  it.each([
    [{}, { content: 'one\ntwo\nthree\n' }],
    [{ start: null, end: null }, { content: 'one\ntwo\nthree\n' }],
    [
      { start: 2, end: 3 },
      { content: 'two\nthree', start: 2, end: 3 },
    ],
    [{ start: 2 }, { content: 'two\nthree\n', start: 2, end: 4 }],
    [{ end: 1 }, { content: 'one', start: 1, end: 1 }],
    [
      { start: 4, end: 4 },
      { content: '', start: 4, end: 4 },
    ],
    [
      { start: 1, end: 99 },
      { content: 'one\ntwo\nthree\n', start: 1, end: 4 },
    ],
    [
      { start: 3, end: 2 },
      { content: '', start: 3, end: 2 },
    ],
    [{ start: 99 }, { content: '', start: 99, end: 4 }],
  ])('of three lines: %j', async (bounds, response) => {
    await using fixture = await openFixture({ 'a.txt': 'one\ntwo\nthree\n' });
    const { code_index: index } = fixture.harness;
    expect(await index.read_range({ path: 'a.txt', ...bounds })).toEqual(response);
  });

  it('takes CRLF, multi-byte text, no last line end and nothing as they are', async () => {
    await using fixture = await openFixture({ 'a.txt': 'é\r\nü\r\n√', 'b.txt': '', 'c.txt': '\n' });
    const { code_index: index } = fixture.harness;
    const read = async (path: string, start: number, end: number): Promise<string> =>
      (await index.read_range({ path, start, end })).content;
    expect(await read('a.txt', 2, 2)).toBe('ü\r');
    expect(await read('a.txt', 2, 3)).toBe('ü\r\n√');
    expect(await read('b.txt', 1, 1)).toBe('');
    expect(await read('c.txt', 1, 2)).toBe('\n');
    expect(await index.read_range({ path: 'b.txt' })).toEqual({ content: '' });
  });

  it('agrees with splitting, wherever lines meet the pieces of a large file', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => `${n} ${'x'.repeat(n % 90)}`);
    await using fixture = await openFixture({ 'a.txt': lines.join('\n') });
    const { code_index: index } = fixture.harness;
    for (const [start, end] of [
      [1, 1],
      [5_000, 5_200],
      [20_000, 45_000],
      [59_999, 60_000],
      [59_999, 70_000],
    ] as const) {
      expect(await index.read_range({ path: 'a.txt', start, end })).toEqual({
        content: lines.slice(start - 1, end).join('\n'),
        start,
        end: Math.min(end, 60_000),
      });
    }
  });

  it('fails with the words of the reference', async () => {
    await using fixture = await openFixture({ 'gone.txt': '', 'd/a.txt': '' });
    await fixture.harness.tools.delete_file({ path: 'gone.txt', session_id });
    const { code_index: index } = fixture.harness;
    const builtin = 'hostlib_code_index_read_range';
    for (const path of ['missing.txt', 'gone.txt', 'd']) {
      expect(await rejection(index.read_range({ path, session_id }))).toMatchObject({
        kind: 'backend_error',
        builtin,
        message: expect.stringContaining(`${builtin}: file not found: "${path}"`) as unknown,
        path,
      });
    }
    expect(await rejection(index.read_range({ path: '../a.txt', session_id }))).toMatchObject({
      kind: 'invalid_parameter',
      message: expect.stringContaining("invalid parameter 'path'") as unknown,
      code: 'ERR_STAGED_PATH_ESCAPE',
    });
    expect(await rejection(index.read_range({ path: 'd/a.txt', start: 0 }))).toMatchObject({
      kind: 'invalid_parameter',
      message: `hostlib: ${builtin}: invalid parameter 'start': must be at least 1`,
    });
  });
});

describe('code_index.file_hash', () => {
  it.each([
    ['', '14695981039346656037'],
    ['a', '12638187200555641996'],
    ['foobar', '9625390261332436968'],
  ])('of %j is FNV-1a in decimal', async (content, hash) => {
    await using fixture = await openFixture({ 'a.txt': content });
    expect(await fixture.harness.code_index.file_hash({ path: 'a.txt' })).toBe(hash);
  });

  it('agrees with the plain formula over all bytes', async () => {
    const bytes = Buffer.concat(
      Array.from({ length: 1000 }, (_, n) => createHash('sha256').update(String(n)).digest()),
    );
    await using fixture = await openFixture({ 'a.bin': bytes });
    expect(await fixture.harness.code_index.file_hash({ path: 'a.bin' })).toBe(fnv1a(bytes));
  });

  it('leaves the event loop free', async () => {
    await using fixture = await openFixture({ 'a.bin': Buffer.alloc(48 * MIB, 'abcdefg') });
    const { code_index: index } = fixture.harness;
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await index.file_hash({ path: 'a.bin' });
    clearInterval(timer);
    // Hashed in one piece there would be none, nor with a piece for each of a few.
    expect(turns).toBeGreaterThan(10);
  });

  it('is null for what is missing, staged for deletion, outside, or no file', async () => {
    await using fixture = await openFixture({ 'gone.txt': '', 'd/a.txt': '' });
    await fixture.harness.tools.delete_file({ path: 'gone.txt', session_id });
    const { code_index: index } = fixture.harness;
    for (const path of ['missing.txt', 'gone.txt', '../a.txt', 'd', 'd/a.txt/b']) {
      expect([path, await index.file_hash({ path, session_id })]).toEqual([path, null]);
    }
  });
});

// Three states of one file, with a name that tells them apart.
const NAMES = { disk: 'onDisk', staged: 'inSession' };
const textWith = (name: string): string => `function ${name}() {}\n`;

/** What each reading method tells of `path`: the name in the file, or null where there is none. */
async function views({ harness }: Fixture, path: string, id: string): Promise<unknown> {
  const { fs, tools, ast, code_index: index } = harness;
  const about = { path, session_id: id };
  const { nodes } = await ast.parse_file(about);
  const { content } = await tools.read_file(about);
  return {
    read_file: content,
    list_directory: (await tools.list_directory({ path: 'src', session_id: id })).entries[0]?.size,
    staged_read_text: (await fs.staged_read_text(about)).content,
    read_text: (await fs.read_text(about)).content,
    get_file_outline: (await tools.get_file_outline(about)).items[0]?.name,
    parse_file: content.slice(nodes[3]?.start_byte, nodes[3]?.end_byte),
    outline: (await ast.outline(about)).items[0]?.name,
    symbols: (await ast.symbols(about)).symbols[0]?.name,
    read_range: (await index.read_range({ ...about, start: 1, end: 1 })).content,
    file_hash: await index.file_hash(about),
  };
}

function viewOf(name: string): object {
  const text = textWith(name);
  return {
    ...{ read_file: text, list_directory: text.length },
    ...{ staged_read_text: text, read_text: text },
    ...{ get_file_outline: name, parse_file: name, outline: name, symbols: name },
    ...{ read_range: text.trimEnd(), file_hash: fnv1a(Buffer.from(text)) },
  };
}

describe('every reading method', () => {
  it('tells the same: before and after staging, after discard, after commit', async () => {
    await using fixture = await openFixture({ 'src/a.ts': textWith(NAMES.disk) });
    const { fs, tools } = fixture.harness;
    const path = 'src/a.ts';
    const stage = async (): Promise<unknown> =>
      await tools.write_file({ session_id, path, content: textWith(NAMES.staged) });
    const seen = async (): Promise<unknown> => [
      await views(fixture, path, session_id),
      await views(fixture, path, ''),
    ];
    const disk = viewOf(NAMES.disk);
    const staged = viewOf(NAMES.staged);
    expect(await seen()).toEqual([disk, disk]);
    await stage();
    expect(await seen()).toEqual([staged, disk]);
    await fs.discard_staged({ session_id });
    expect(await seen()).toEqual([disk, disk]);
    await stage();
    await fs.commit_staged({ session_id });
    expect(await seen()).toEqual([staged, staged]);
  });

  it('reads the ambient session when none is named', async () => {
    await using fixture = await openFixture({ 'src/a.ts': textWith(NAMES.disk) });
    const { tools, ast, code_index: index } = fixture.harness;
    const path = 'src/a.ts';
    await tools.write_file({ session_id, path, content: textWith(NAMES.staged) });
    const named = async (): Promise<unknown> => [
      (await tools.get_file_outline({ path })).items[0]?.name,
      (await ast.symbols({ path })).symbols[0]?.name,
      (await index.read_range({ path, end: 1 })).content,
    ];
    expect(await fixture.engine.withSession(session_id, named)).toEqual([
      NAMES.staged,
      NAMES.staged,
      textWith(NAMES.staged).trimEnd(),
    ]);
    expect(await named()).toEqual([NAMES.disk, NAMES.disk, textWith(NAMES.disk).trimEnd()]);
  });
});

function fnv1a(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString();
}
