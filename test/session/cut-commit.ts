// A session whose commit was cut short by the death of its process.
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import { createCrashDisk } from '../support/crash-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

/** A workspace with `a` and `b`, both changed in session `s`, and `t`, changed in session `t`. */
export async function stagedScene(lockKind = 'native'): Promise<TempWorkspace> {
  const workspace = await tempWorkspace({
    a: 'old a',
    b: 'old b',
    t: 'old t',
    '.harn/state/staged/.lock-kind': `${lockKind}\n`,
  });
  await using engine = await testEngine(workspace.root);
  const [s, t] = [await stagedSession(engine, 's'), await stagedSession(engine, 't')];
  for (const path of ['a', 'b']) await s.write(path, `new ${path}`);
  await t.write('t', 'new t');
  return workspace;
}

/**
 * Commits `s` and dies when `a` has changed and what came out of it lies under a temporary name;
 * `last` is what others do just before.
 */
export async function cutCommit(root: string, last?: () => Promise<void>): Promise<void> {
  const { disk, isDead } = createCrashDisk(createNodeDisk({ mode: 'sync' }), {
    async on({ verb }) {
      if (verb === 'exchange') await last?.();
      return verb === 'exchange';
    },
    when: 'after',
  });
  const engine = await testEngine(root, { disk });
  await (await engine.session('s')).commit().catch(() => undefined);
  await engine.close().catch(() => undefined);
  if (!isDead()) throw new Error('The commit came to its end.');
}

/** The paths that wait for a commit. */
export async function pathsPending(session: Session): Promise<string[]> {
  return (await session.status()).pendingWrites.map(({ path }) => path);
}

/** What the journal tells, oldest first. */
export async function operationsOf(session: Session): Promise<string[]> {
  const ops: string[] = [];
  for await (const { op } of session.log()) ops.push(op);
  return ops;
}

/** What is in the workspace, temporary names included. */
export async function textsIn(workspace: TempWorkspace): Promise<Record<string, string>> {
  const nodes = Object.entries(await workspace.tree());
  return Object.fromEntries(
    nodes.map(([path, node]) => [path, node.kind === 'file' ? node.content.toString() : node.kind]),
  );
}

/** What is in the workspace once the commit of `s` that was cut short is recovered. */
export const RECOVERED = { a: 'new a', b: 'old b', t: 'old t' };
