// More of everything than one call takes as arguments: about 120,000.
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { WhiteoutEntry } from '../../../src/base/entry.ts';
import { parseSessionId } from '../../../src/base/ids.ts';
import { joinPath, ROOT_PATH } from '../../../src/base/workspace-path.ts';
import { inTurns } from '../../../src/disk/in-turns.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { settingsOf } from '../../../src/engine/limits.ts';
import { Upper } from '../../../src/overlay/upper.ts';
import { createInlineDiffer } from '../../../src/pool/inline-differ.ts';
import { createInlineHasher } from '../../../src/pool/inline-hasher.ts';
import { applyPlan } from '../../../src/session/commit/apply.ts';
import type { SessionParts } from '../../../src/session/parts.ts';
import { createParts } from '../../../src/session/parts-of.ts';
import { SessionDir } from '../../../src/session/session-dir.ts';
import { Held } from '../../../src/session/state/held.ts';

const MANY = 130_000;

const whiteout: WhiteoutEntry = {
  kind: 'whiteout',
  recursive: false,
  base: { kind: 'absent' },
  createdAtMs: 0,
  snapshotId: null,
};

const paths = Array.from({ length: MANY }, (_, n) => joinPath(ROOT_PATH, `d/${n}`));

function partsAt(root: string): SessionParts {
  const disk = createNodeDisk();
  const ports = {
    disk,
    clock: systemClock,
    hasher: createInlineHasher({ disk }),
    differ: createInlineDiffer(),
    root,
    givenRoot: root,
    settings: settingsOf({ root, fsync: 'never' }),
    lockMaker: () => Promise.reject(new Error('No lock is needed.')),
    currentToolCall: () => null,
    onListenerError: () => undefined,
    queued: <T>(work: () => Promise<T>) => work(),
  };
  const place = { id: parseSessionId('s'), directory: new SessionDir(root, 's') };
  return createParts(ports, place, { onTotals: () => undefined }).parts;
}

it('commits a delete that is divided into more parts', async () => {
  const parts = partsAt('/nowhere');
  const base = { kind: 'absent' } as const;
  const removals = paths.map((path) => ({ path, entry: whiteout, seen: undefined, base }));
  const path = joinPath(ROOT_PATH, 'd');
  const applying = {
    workspace: parts.workspace,
    observer: parts.observer,
    aside: { move: never, keep: never, keepLinked: never, keepForGood: never, noteLeft: never },
    nextTag: () => '',
    changed: () => undefined,
  };
  const planned = [{ path, entry: whiteout, step: 'remove', removals } as const];
  expect(await applyPlan(parts, applying, { planned, signal: undefined })).toEqual({
    committed: new Set([path]),
    failed: new Map(),
    remaining: new Map(),
  });
});

it('forgets more entries at once', async () => {
  const upper = new Upper();
  await inTurns(upper.applying({ put: paths.map((path) => ({ path, entry: whiteout })) }));
  const held = new Held(upper, 'staged', 0);
  await held.stage({ op: 'commit_staged', path: null, change: { reset: true } });
  expect(held.totals).toEqual([{ pendingCount: 0, totalBytes: 0 }]);
});

function never(): Promise<never> {
  return Promise.reject(new Error('Nothing is there to be kept.'));
}
