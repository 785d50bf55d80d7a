import { systemClock } from '../base/clock.ts';
import type { LockMaker } from '../disk/lock/lock.ts';
import { openLockMaker } from '../disk/lock/lock-kind.ts';
import { createNodeDisk } from '../disk/node-disk.ts';
import { createWorkerDiffer } from '../pool/worker-differ.ts';
import { createWorkerHasher } from '../pool/worker-hasher.ts';
import { createWorkerParser } from '../pool/worker-parser.ts';
import { createEngine } from './create-engine.ts';
import { settingsOf, threadsOf } from './limits.ts';
import type { Engine, EngineOptions } from './types.ts';

/**
 * Opens a workspace for staging. Cheap: nothing below the root is read or written, so it costs the
 * same for a repository of any size. Close it when done: `await engine.close()`, or `await using`.
 *
 * @throws ERR_STAGED_INVALID_ARGUMENT for a wrong option; ERR_STAGED_NOT_FOUND or
 *   ERR_STAGED_NOT_A_DIRECTORY when the root is not an existing directory.
 *
 * @example
 * ```ts
 * import { openEngine } from 'staged-fs';
 *
 * const engine = await openEngine({ root: process.cwd() });
 * const session = await engine.session('s-1');
 * await session.setMode('staged');
 * await session.write('hello.txt', 'Hello.\n');
 * console.log(Buffer.from(await session.diff()).toString());
 * await session.discard();
 * await engine.close();
 * ```
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const settings = settingsOf(options);
  const threads = threadsOf(options);
  const pooled = threads === undefined ? {} : { threads };
  const disk = createNodeDisk();
  const hasher = createWorkerHasher({ disk, ...pooled });
  const differ = createWorkerDiffer(pooled);
  const parser = createWorkerParser(pooled);
  const lockMaker = (stateDirectory: string): Promise<LockMaker> =>
    openLockMaker(disk, stateDirectory);
  const ports = { disk, hasher, differ, parser, clock: systemClock, lockMaker };
  return await createEngine(options.root, settings, ports);
}
