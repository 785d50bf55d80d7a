// The second half of the page: where staged data is, and what the tools do in staged mode.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from '../harness/fixture.ts';
import { contentOf, pendingPaths, session_id, withThree } from './three-pending.ts';

const STATE = '.harn/state/staged/s';

describe('“Staged data is stored below: <workspace>/.harn/state/staged/<session_id>/”', () => {
  it('and nothing of it shows in the workspace', async () => {
    await using fixture = await withThree();
    const names = await readdir(fixture.at(STATE));
    expect(names).toEqual(expect.arrayContaining(['bodies', 'journal.jsonl', 'manifest.json']));
    const { entries } = await fixture.harness.tools.list_directory({
      session_id,
      path: '.',
      include_hidden: true,
    });
    expect(entries.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  });

  it('“The manifest records the active mode, root, and pending entries.” (as of its own `seq`: at the latest when the session closes)', async () => {
    await using fixture = await withThree();
    await fixture.engine.close();
    expect(await jsonOf(fixture, 'manifest.json')).toMatchObject({
      version: 1,
      session_id,
      mode: 'staged',
      root: fixture.workspace.root,
      entries: {
        [fixture.at('a.txt')]: { kind: 'write', body_hash: hex('a'), len: 1 },
        [fixture.at('b.txt')]: { kind: 'write', body_hash: hex('b'), len: 1 },
        [fixture.at('old.txt')]: { kind: 'delete', recursive: false },
      },
    });
  });

  it('“File bodies are stored by SHA-256 content hash under `bodies/`”', async () => {
    await using fixture = await withThree();
    await fixture.harness.tools.write_file({ session_id, path: 'twin.txt', content: 'a' });
    const names = await readdir(fixture.at(`${STATE}/bodies`));
    expect(names.sort()).toEqual([hex('a'), hex('b')].sort());
    expect((await fixture.workspace.read(`${STATE}/bodies/${hex('b')}`)).toString()).toBe('b');
  });

  it('“`journal.jsonl` records each staging operation for audit/debugging” (and to rebuild the state from)', async () => {
    await using fixture = await withThree();
    const { fs } = fixture.harness;
    await fs.safe_text_patch({ session_id, path: 'c.txt', content: 'c' });
    await fs.safe_text_patch({ session_id, path: 'c.txt', content: 'c' });
    await fs.discard_staged({ session_id, paths: [fixture.at('a.txt')] });
    await fs.commit_staged({ session_id });
    expect(await journalOf(fixture)).toEqual([
      ['set_mode', null, 0],
      ['write', fixture.at('a.txt'), 1],
      ['write', fixture.at('b.txt'), 2],
      ['delete', fixture.at('old.txt'), 3],
      ['safe_text_patch', fixture.at('c.txt'), 4],
      ['discard_staged', null, 3],
      ['commit_staged', null, 0],
    ]);
  });
});

describe('“When a session is in `staged` mode, mutating `HarnessTools` methods write into the overlay”', () => {
  it('“`harness.tools.write_file` records a staged write.”', async () => {
    await using fixture = await openFixture();
    const path = fixture.at('new/a.txt');
    const { tools } = fixture.harness;
    expect(await tools.write_file({ session_id, path, content: 'a' })).toEqual({
      path,
      bytes_written: 1,
      created: true,
    });
    expect(await pendingPaths(fixture)).toEqual([path]);
    expect(await contentOf(fixture)).toEqual({});
  });

  it('“`harness.tools.delete_file` records a staged delete.”', async () => {
    await using fixture = await openFixture({ 'a.txt': 'a' });
    const path = fixture.at('a.txt');
    const { tools } = fixture.harness;
    expect(await tools.delete_file({ session_id, path })).toEqual({ path, removed: true });
    expect(await pendingPaths(fixture)).toEqual([path]);
    expect(await contentOf(fixture)).toEqual({ 'a.txt': 'a' });
  });
});

async function jsonOf({ workspace }: Fixture, name: string): Promise<unknown> {
  return JSON.parse(String(await workspace.read(`${STATE}/${name}`)));
}

async function journalOf({ workspace }: Fixture): Promise<unknown[]> {
  const lines = String(await workspace.read(`${STATE}/journal.jsonl`))
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const { op, path, pending_count } = JSON.parse(line) as Record<string, unknown>;
    return [op, path, pending_count];
  });
}

function hex(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
