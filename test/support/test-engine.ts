// An engine over ports of a test's own: a fault disk, a counting disk, a clock.
import { type Clock, systemClock } from '../../src/base/clock.ts';
import type { Disk } from '../../src/disk/disk.ts';
import type { LockMaker } from '../../src/disk/lock/lock.ts';
import { openLockMaker } from '../../src/disk/lock/lock-kind.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { createEngine } from '../../src/engine/create-engine.ts';
import { settingsOf } from '../../src/engine/limits.ts';
import type { Engine, EngineOptions } from '../../src/engine/types.ts';
import type { Differ } from '../../src/pool/differ.ts';
import { createInlineDiffer } from '../../src/pool/inline-differ.ts';
import { createInlineHasher } from '../../src/pool/inline-hasher.ts';
import { createWorkerParser } from '../../src/pool/worker-parser.ts';
import type { Session } from '../../src/session/api/session-api.ts';

/** Options of the engine, and the disk it works on: every call goes through it, hashing included. */
export interface TestEngineOptions extends Partial<EngineOptions> {
  readonly disk?: Disk;
  /** What prints its patches. */
  readonly differ?: Differ;
  readonly clock?: Clock;
  readonly wrapLocks?: (locks: LockMaker) => LockMaker;
}

/** Does not sync unless told to: a killed process loses nothing by that. */
export async function testEngine(root: string, options: TestEngineOptions = {}): Promise<Engine> {
  const { disk = createNodeDisk(), differ = createInlineDiffer(), ...others } = options;
  const { clock = systemClock, wrapLocks = same, ...rest } = others;
  const settings = settingsOf({ root, fsync: 'never', ...rest });
  const hasher = createInlineHasher({ disk });
  const parser = createWorkerParser();
  const lockMaker = async (at: string) => wrapLocks(await openLockMaker(disk, at));
  const ports = { disk, hasher, differ, parser, clock, lockMaker };
  return await createEngine(root, settings, ports);
}

function same(locks: LockMaker): LockMaker {
  return locks;
}

/** The session `id`, in staged mode. */
export async function stagedSession(engine: Engine, id = 's'): Promise<Session> {
  const session = await engine.session(id);
  if ((await session.mode()) !== 'staged') await session.setMode('staged');
  return session;
}

export const SESSION_DIRECTORY = '.harn/state/staged/s';
