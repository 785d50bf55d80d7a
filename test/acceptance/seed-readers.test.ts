// What the seed says of reading code, sentence by sentence, and the reference's outline scenarios.
import { describe, expect, it } from 'vitest';
import type { HarnessAst, HarnessCodeIndex } from '../../src/harness/index.ts';
import { type Fixture, openFixture } from '../harness/fixture.ts';
import { session_id } from './three-pending.ts';

const ON_DISK = 'export function onDisk() {}\n';
const STAGED = 'export function staged() {}\n';

// `a.ts` and `new.ts` are staged, `b.ts` is only on disk, `gone.ts` is staged for deletion.
async function openMixed(): Promise<Fixture> {
  const fixture = await openFixture({ 'a.ts': ON_DISK, 'b.ts': ON_DISK, 'gone.ts': ON_DISK });
  const { tools } = fixture.harness;
  await tools.write_file({ session_id, path: 'a.ts', content: STAGED });
  await tools.write_file({ session_id, path: 'new.ts', content: STAGED });
  await tools.delete_file({ session_id, path: 'gone.ts' });
  return fixture;
}

describe('“Read helpers use the same overlay before falling back to disk”', () => {
  it('“`harness.tools.read_file`”', async () => {
    await using fixture = await openMixed();
    const { tools } = fixture.harness;
    const read = async (path: string): Promise<string> =>
      (await tools.read_file({ session_id, path })).content;
    expect([await read('a.ts'), await read('new.ts')]).toEqual([STAGED, STAGED]);
    expect(await read('b.ts')).toBe(ON_DISK);
    await expect(read('gone.ts')).rejects.toMatchObject({ kind: 'backend_error' });
  });

  it('“`harness.tools.list_directory`”', async () => {
    await using fixture = await openMixed();
    const { entries } = await fixture.harness.tools.list_directory({ session_id, path: '.' });
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['a.ts', STAGED.length],
      ['b.ts', ON_DISK.length],
      ['new.ts', STAGED.length],
    ]);
  });

  it('“`harness.tools.get_file_outline`”', async () => {
    await using fixture = await openMixed();
    const { tools } = fixture.harness;
    const names = async (path: string): Promise<string[]> => {
      const { items } = await tools.get_file_outline({ session_id, path });
      return items.map(({ name }) => name);
    };
    expect([await names('a.ts'), await names('new.ts')]).toEqual([['staged'], ['staged']]);
    expect(await names('b.ts')).toEqual(['onDisk']);
    await expect(names('gone.ts')).rejects.toMatchObject({ kind: 'backend_error' });
  });

  it('“`harness.ast.parse_file`” (takes a `session_id` too)', async () => {
    await using fixture = await openMixed();
    const ast: HarnessAst = fixture.harness.ast;
    const end = async (path: string): Promise<number | undefined> =>
      (await ast.parse_file({ session_id, path })).nodes[0]?.end_byte;
    expect([await end('a.ts'), await end('new.ts')]).toEqual([STAGED.length, STAGED.length]);
    expect(await end('b.ts')).toBe(ON_DISK.length);
    await expect(end('gone.ts')).rejects.toMatchObject({ kind: 'backend_error' });
    const ambient = await fixture.engine.withSession(
      session_id,
      async () => await ast.parse_file({ path: 'a.ts' }),
    );
    expect(ambient).toEqual(await ast.parse_file({ session_id, path: 'a.ts' }));
  });

  it('“code-index file read/hash helpers” (take a `session_id` too)', async () => {
    await using fixture = await openMixed();
    const index: HarnessCodeIndex = fixture.harness.code_index;
    const read = async (path: string): Promise<string> =>
      (await index.read_range({ session_id, path })).content;
    expect([await read('a.ts'), await read('new.ts')]).toEqual([STAGED, STAGED]);
    expect(await read('b.ts')).toBe(ON_DISK);
    await expect(read('gone.ts')).rejects.toMatchObject({ kind: 'backend_error' });
    const hash = async (path: string): Promise<string | null> =>
      await index.file_hash({ session_id, path });
    expect(await hash('a.ts')).toBe(await hash('new.ts'));
    expect(await hash('a.ts')).not.toBe(await hash('b.ts'));
    expect(await hash('b.ts')).toBe(await index.file_hash({ session_id: '', path: 'a.ts' }));
    expect(await hash('gone.ts')).toBeNull();
  });
});

describe('tools_outline.rs', () => {
  it('rust names found', async () => {
    const source = 'pub struct Point { x: i32 }\n\nenum Kind { A }\n\npub fn main() {}\n';
    expect(await namesIn('lib.rs', source)).toEqual(['Point', 'Kind', 'main']);
  });

  it('python names found', async () => {
    const source = 'class Greeter:\n    def greet(self):\n        pass\n\ndef main():\n    pass\n';
    expect(await namesIn('m.py', source)).toEqual(['Greeter', 'greet', 'main']);
  });

  it('unknown extension -> empty items', async () => {
    expect(await namesIn('notes.unknown', 'fn main() {}\n')).toEqual([]);
  });
});

async function namesIn(path: string, content: string): Promise<string[]> {
  await using fixture = await openFixture({ [path]: content });
  const { items } = await fixture.harness.tools.get_file_outline({ path });
  return items.flatMap(({ name, children }) => [name, ...children.map((child) => child.name)]);
}
