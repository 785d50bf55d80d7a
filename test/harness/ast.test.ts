// ast.parse_file, outline and symbols.
import { describe, expect, it } from 'vitest';
import { LANGUAGE_IDS } from '../../src/syntax/languages.ts';
import { callLoosely, openFixture, rejection } from './fixture.ts';

const session_id = 's';
const SOURCE = `export class Shape {
  area(scale: number): number {
    return scale;
  }
}
`;

describe('ast.parse_file', () => {
  it('lists the nodes breadth first, with places in bytes', async () => {
    await using fixture = await openFixture({ 'a.json': '["é"]\n' });
    const { ast } = fixture.harness;
    const place = (start: number, end: number): object => ({
      start_byte: start,
      end_byte: end,
      start_row: 0,
      start_col: start,
      end_row: 0,
      end_col: end,
    });
    expect(await ast.parse_file({ path: 'a.json' })).toEqual({
      path: 'a.json',
      language: 'json',
      root_id: 0,
      nodes: [
        {
          ...{ id: 0, parent_id: null, kind: 'document', is_named: true },
          ...{ ...place(0, 7), end_row: 1, end_col: 0 },
        },
        { id: 1, parent_id: 0, kind: 'array', is_named: true, ...place(0, 6) },
        { id: 2, parent_id: 1, kind: '[', is_named: false, ...place(0, 1) },
        { id: 3, parent_id: 1, kind: 'string', is_named: true, ...place(1, 5) },
        { id: 4, parent_id: 1, kind: ']', is_named: false, ...place(5, 6) },
        { id: 5, parent_id: 3, kind: '"', is_named: false, ...place(1, 2) },
        { id: 6, parent_id: 3, kind: 'string_content', is_named: true, ...place(2, 4) },
        { id: 7, parent_id: 3, kind: '"', is_named: false, ...place(4, 5) },
      ],
      had_errors: false,
    });
  });

  it('reads the first bytes only, when asked, and broken sources in part', async () => {
    await using fixture = await openFixture({ 'a.json': '[1, 2]' });
    const { ast } = fixture.harness;
    const rootOf = async (max_bytes: number): Promise<unknown> => {
      const { nodes, had_errors } = await ast.parse_file({ path: 'a.json', max_bytes });
      return [nodes[0]?.end_byte, had_errors];
    };
    expect(await rootOf(0)).toEqual([6, false]);
    expect(await rootOf(4)).toEqual([expect.any(Number), true]);
    expect(await rootOf(100)).toEqual([6, false]);
  });

  it('lists more nodes than it unpacks at once, as the schema says', async () => {
    await using fixture = await openFixture({ 'a.json': `[${'1,'.repeat(9_999)}1]` });
    const { ast, methods } = fixture.harness;
    const response = await ast.parse_file({ path: 'a.json' });
    expect(response.nodes).toHaveLength(2 + 1 + 10_000 + 9_999 + 1);
    expect(response.nodes.every(({ id }, index) => id === index)).toBe(true);
    const method = methods.find(({ name }) => name === 'ast.parse_file');
    expect(method?.schemas.response.safeParse(response).success).toBe(true);
  });
});

describe('ast.outline', () => {
  it('nests what is defined, down to a depth', async () => {
    await using fixture = await openFixture({ 'a.ts': SOURCE });
    const { ast } = fixture.harness;
    const area = {
      name: 'area',
      kind: 'method',
      signature: 'area(scale: number)',
      start_row: 1,
      end_row: 3,
      children: [],
    };
    const shape = {
      name: 'Shape',
      kind: 'class',
      signature: 'class Shape',
      start_row: 0,
      end_row: 4,
      children: [area],
    };
    const about = { path: 'a.ts', language: 'typescript' };
    expect(await ast.outline({ path: 'a.ts' })).toEqual({ ...about, items: [shape] });
    expect(await ast.outline({ path: 'a.ts', max_depth: 1 })).toEqual({
      ...about,
      items: [{ ...shape, children: [] }],
    });
    expect(await ast.outline({ path: 'a.ts', max_depth: 0 })).toEqual({ ...about, items: [shape] });
  });

  it('is not spoiled by a caller who changes it', async () => {
    await using fixture = await openFixture({ 'a.ts': SOURCE });
    const { ast } = fixture.harness;
    const first = await ast.outline({ path: 'a.ts' });
    const copy = structuredClone(first);
    for (const item of first.items) Object.assign(item, { name: 'changed', children: [] });
    expect(await ast.outline({ path: 'a.ts' })).toEqual(copy);
  });
});

describe('ast.symbols', () => {
  it('lists what is defined, all or some kinds', async () => {
    await using fixture = await openFixture({ 'a.ts': SOURCE });
    const { ast } = fixture.harness;
    const shape = {
      name: 'Shape',
      kind: 'class',
      container: null,
      signature: 'class Shape',
      start_row: 0,
      start_col: 7,
      end_row: 4,
      end_col: 1,
    };
    const area = {
      name: 'area',
      kind: 'method',
      container: 'Shape',
      signature: 'area(scale: number)',
      start_row: 1,
      start_col: 2,
      end_row: 3,
      end_col: 3,
    };
    const about = { path: 'a.ts', language: 'typescript' };
    expect(await ast.symbols({ path: 'a.ts' })).toEqual({ ...about, symbols: [shape, area] });
    expect(await ast.symbols({ path: 'a.ts', kinds: ['method'] })).toEqual({
      ...about,
      symbols: [area],
    });
    expect(await ast.symbols({ path: 'a.ts', kinds: [] })).toEqual({ ...about, symbols: [] });
  });
});

describe.each(['ast.parse_file', 'ast.outline', 'ast.symbols'])('%s', (name) => {
  it('tells the language by parameter, name, extension and `#!` line', async () => {
    await using fixture = await openFixture({
      'a.ts': '',
      Gemfile: '',
      run: '#!/usr/bin/env python3\n',
      'data.txt': '{}',
    });
    const languageOf = async (params: object): Promise<unknown> => {
      const response = await callLoosely(fixture, name, params);
      return Object.entries(response ?? {}).find(([field]) => field === 'language')?.[1];
    };
    expect(await languageOf({ path: 'a.ts' })).toBe('typescript');
    expect(await languageOf({ path: 'Gemfile', language: null })).toBe('ruby');
    expect(await languageOf({ path: 'run' })).toBe('python');
    expect(await languageOf({ path: 'data.txt', language: 'json' })).toBe('json');
    expect(await languageOf({ path: 'a.ts', language: 'JS' })).toBe('javascript');
  });

  it('refuses an unknown language, and fails for what is missing', async () => {
    await using fixture = await openFixture({
      'a.txt': '',
      'a.ts': '',
      'gone.ts': '',
      'd.ts/x': '',
    });
    await fixture.harness.tools.delete_file({ path: 'gone.ts', session_id });
    const failure = async (params: object): Promise<unknown> =>
      await rejection(callLoosely(fixture, name, params));
    const builtin = `hostlib_${name.replace('.', '_')}`;
    expect(await failure({ path: 'a.txt' })).toEqual({
      kind: 'invalid_parameter',
      builtin,
      message: `hostlib: ${builtin}: invalid parameter 'language': the language of "a.txt" is unknown; name one`,
      code: 'ERR_STAGED_INVALID_ARGUMENT',
    });
    expect(await failure({ path: 'a.ts', language: 'klingon' })).toEqual({
      kind: 'invalid_parameter',
      builtin,
      message: `hostlib: ${builtin}: invalid parameter 'language': unknown language "klingon"`,
      code: 'ERR_STAGED_INVALID_ARGUMENT',
    });
    for (const path of ['missing.ts', 'gone.ts']) {
      expect(await failure({ path, session_id })).toMatchObject({
        kind: 'backend_error',
        builtin,
        code: 'ERR_STAGED_NOT_FOUND',
        path,
      });
    }
    expect(await failure({ path: 'd.ts' })).toMatchObject({ code: 'ERR_STAGED_NOT_A_FILE' });
    expect(await failure({ path: '../a.ts' })).toMatchObject({ kind: 'tool_rejected' });
    expect(await failure({})).toMatchObject({ kind: 'missing_parameter', builtin });
    expect(await failure({ path: 'a.ts', depth: 1 })).toMatchObject({ kind: 'invalid_parameter' });
  });

  it('fails clearly for a source that is too long or crashes its grammar', async () => {
    await using fixture = await openFixture({
      'long.json': `"${'x'.repeat(8 * 1024 * 1024)}"`,
      'deep.kt': `val a = ${'"${'.repeat(1500)}1${'}"'.repeat(1500)}`,
      'a.json': '{}',
    });
    const failure = async (path: string): Promise<unknown> =>
      await rejection(callLoosely(fixture, name, { path }));
    expect(await failure('long.json')).toMatchObject({ code: 'ERR_STAGED_TOO_LARGE' });
    expect(await failure('deep.kt')).toMatchObject({
      kind: 'backend_error',
      code: 'ERR_STAGED_UNSUPPORTED',
      message: expect.stringContaining('The grammar of kotlin crashes') as unknown,
    });
    expect(await callLoosely(fixture, name, { path: 'a.json' })).toMatchObject({
      language: 'json',
    });
  });

  it('reads the first bytes only, when asked', async () => {
    await using fixture = await openFixture({ 'a.py': 'A = 1\nBC = 2\n' });
    const read = async (max_bytes: number | null): Promise<string> =>
      JSON.stringify(await callLoosely(fixture, name, { path: 'a.py', max_bytes }));
    const whole = await read(null);
    expect(await read(0)).toBe(whole);
    expect(await read(13)).toBe(whole);
    expect(await read(6)).not.toBe(whole);
    await expect(read(-1)).rejects.toMatchObject({ kind: 'invalid_parameter' });
  });

  it('lets a later write go on while it parses', async () => {
    await using fixture = await openFixture({ 'a.ts': SOURCE.repeat(2_000) });
    const ends: string[] = [];
    const reading = callLoosely(fixture, name, { path: 'a.ts', session_id });
    const writing = fixture.harness.tools.write_file({ path: 'a.ts', content: '', session_id });
    await Promise.all([
      reading.then(() => ends.push('reading')),
      writing.then(() => ends.push('writing')),
    ]);
    expect(ends).toEqual(['writing', 'reading']);
    expect(JSON.stringify(await reading)).toContain('"start_row":5000');
  });
});

it('knows every language', async () => {
  await using fixture = await openFixture({ empty: '' });
  for (const language of LANGUAGE_IDS) {
    const outline = await fixture.harness.ast.outline({ path: 'empty', language });
    expect(outline).toEqual({ path: 'empty', language, items: [] });
  }
});
