// A read answers with one state: what is staged, discarded or committed while it goes on shows in all
// of its answer or in nothing of it, and so does what a mutation has staged and not yet recorded.
import { describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Engine, EngineOptions, PendingUpdate, Session } from '../../src/index.ts';
import { type DiskCall, wrapDisk } from '../support/counting-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

interface Scene extends AsyncDisposable {
  readonly session: Session;
  /** Before the next call of that kind at a path with that ending, `work` is done. */
  meddle(verb: DiskCall['verb'], ending: string, work: () => unknown): void;
}

interface Meddling {
  readonly verb: DiskCall['verb'];
  readonly ending: string;
  readonly work: () => unknown;
}

async function scene(files = {}, options: Partial<EngineOptions> = {}): Promise<Scene> {
  let next: Meddling | undefined;
  const disk = wrapDisk(createNodeDisk({ mode: 'sync' }), {
    async call({ verb, path }, run) {
      if (next?.verb !== verb || !path.endsWith(next.ending)) return await run();
      const { work } = next;
      next = undefined;
      await work();
      return await run();
    },
  });
  const ws = await tempWorkspace(files);
  const engine = await testEngine(ws.root, { ...options, disk });
  return {
    session: await stagedSession(engine),
    meddle(verb, ending, work) {
      next = { verb, ending, work };
    },
    [Symbol.asyncDispose]: async () => await end(engine, ws),
  };
}

async function end(engine: Engine, ws: TempWorkspace): Promise<void> {
  await engine.close();
  await ws[Symbol.asyncDispose]();
}

describe('while entries go away', () => {
  it('a listing shows all that was staged', async () => {
    await using at = await scene({ 'd/lower.txt': 'lower\n' });
    await at.session.write('d/file.txt', 'file\n');
    await at.session.write('d/deep/er.txt', 'deeper\n');
    at.meddle('list', '/d', async () => await at.session.discard());
    const names = (await at.session.list('d')).map(({ name }) => name);
    expect(names).toEqual(['deep', 'file.txt', 'lower.txt']);
  });

  it('a diff is printed again of what is left', async () => {
    await using at = await scene();
    await at.session.write('a.txt', 'a\n');
    const { digest } = await at.session.write('b.txt', 'b\n');
    at.meddle(
      'readFile',
      `/bodies/${digest}`,
      async () => await at.session.discard({ paths: ['b.txt'] }),
    );
    const patch = text(await at.session.diff());
    expect(patch.match(/^diff .*/gm)).toEqual(['diff --git a/a.txt b/a.txt']);
  });

  it('a diff takes no committed file for what was there before', async () => {
    await using at = await scene({ 'a.txt': 'before\n' }, { keepBaseBytes: 0 });
    await at.session.write('a.txt', 'after\n');
    const warned: string[] = [];
    at.meddle('open', '/a.txt', async () => await at.session.commit());
    const patch = await at.session.diff({ onWarning: (path) => warned.push(path) });
    expect({ patch: text(patch), warned }).toEqual({ patch: '', warned: [] });
  });
});

describe('what listeners are told', () => {
  it('has as many pending writes as it counts, after each of several in one hold', async () => {
    await using at = await scene();
    const told: PendingUpdate[] = [];
    at.session.on('pending', (update) => told.push(update));
    await Promise.all(['a', 'b', 'c'].map(async (path) => await at.session.write(path, path)));
    expect(told).toHaveLength(3);
    expect(told.filter(isUneven)).toEqual([]);
  });

  it('has nothing of a trial that was under way when it was read', async () => {
    await using at = await scene();
    const told: PendingUpdate[] = [];
    at.session.on('pending', (update) => told.push(update));
    await at.session.write('a', 'a\n');
    const seen: unknown[] = [];
    const read = (): void => void seen.push(told[0]?.pendingWrites.map(({ path }) => path));
    // First the patch is matched with what is there, then file by file staged.
    at.meddle('lstat', '/second', () => at.meddle('lstat', '/second', read));
    await at.session.applyPatch(TWO_FILES, { dryRun: true });
    expect(seen).toEqual([['a']]);
  });
});

const TWO_FILES = ['first', 'second']
  .map((name) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${name}\n`)
  .join('');

function isUneven({ pendingCount, pendingWrites }: PendingUpdate): boolean {
  return pendingCount !== pendingWrites.length;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
