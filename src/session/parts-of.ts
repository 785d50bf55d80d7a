import type { SessionId } from '../base/ids.ts';
import { eachInTurns } from '../disk/in-turns.ts';
import type { LockMaker } from '../disk/lock/lock.ts';
import { Gate } from '../overlay/gate.ts';
import { Lower } from '../overlay/lower.ts';
import { protectionOf } from '../overlay/protected.ts';
import { Upper } from '../overlay/upper.ts';
import type { Layers } from '../overlay/view.ts';
import { BlobOids } from '../store/blob-oids.ts';
import { BodyStore } from '../store/body-store.ts';
import { TemporaryFiles } from '../store/temporary-files.ts';
import { isCommitUnfinished } from './commit/commit-directory.ts';
import { recoverCommits } from './commit/recover.ts';
import { createSectionCache } from './diff/section-cache.ts';
import type { SessionParts, SessionPorts } from './parts.ts';
import { createLineStartsCache } from './read/line-starts-cache.ts';
import { createTreeCache } from './recorded-tree.ts';
import type { SessionDir } from './session-dir.ts';
import { syncContents } from './stage/sync-contents.ts';
import type { Garbage, PendingTotals } from './state/held.ts';
import { SessionState } from './state/state.ts';
import type { StateView } from './state/state-ports.ts';
import { adopt } from './upkeep/adopt.ts';

/** Whom the parts of a session tell of changes. */
export interface SessionObservers {
  onTotals(totals: PendingTotals): void;
}

/** A session's parts, and what closes with them. */
export interface OpenedParts {
  readonly parts: SessionParts;
  readonly temporary: TemporaryFiles;
}

/** Puts the parts of one session together; touches nothing on disk. */
export function createParts(
  ports: SessionPorts,
  place: { readonly id: SessionId; readonly directory: SessionDir },
  observers: SessionObservers,
): OpenedParts {
  const { id, directory } = place;
  const { disk, hasher, root, settings } = ports;
  const { keepBaseBytes: keepBytes } = settings;
  const lower = new Lower(disk, root);
  const state = createState(ports, place, {
    onTotals: (totals) => {
      observers.onTotals(totals);
    },
    parts: () => parts,
    temporary: () => temporary,
  });
  const { temporary, bodies, bases } = createStores(ports, directory, state);
  const caches = createCaches();
  const layers = layersOf(state, lower);
  const workspace = workspaceOf(lower);
  const parts: SessionParts = {
    id,
    ports,
    directory,
    state,
    view: state,
    lower,
    workspace,
    observer: { workspace, hasher, bases, blobOids: caches.blobOids, keepBytes },
    bodies,
    bases,
    gate: new Gate(layers, bodies, ports.givenRoot),
    ...caches,
    layers,
  };
  return { parts, temporary };
}

interface Stores extends Pick<SessionParts, 'bodies' | 'bases'> {
  readonly temporary: TemporaryFiles;
}

function createStores(ports: SessionPorts, directory: SessionDir, state: SessionState): Stores {
  const { disk, hasher } = ports;
  const locks = locksOf(state);
  const temporary = new TemporaryFiles({ disk, directory: directory.temporary, locks });
  return {
    temporary,
    bodies: new BodyStore({ disk, hasher, directory: directory.bodies, temporary }),
    bases: new BodyStore({ disk, hasher, directory: directory.bases, temporary }),
  };
}

function createCaches(): Pick<SessionParts, 'blobOids' | 'sections' | 'lineStarts' | 'trees'> {
  return {
    blobOids: new BlobOids(),
    sections: createSectionCache(),
    lineStarts: createLineStartsCache(),
    trees: createTreeCache(),
  };
}

interface StateLinks extends SessionObservers {
  parts(): SessionParts;
  temporary(): TemporaryFiles;
}

function createState(
  ports: SessionPorts,
  place: { readonly id: SessionId; readonly directory: SessionDir },
  links: StateLinks,
): SessionState {
  const { disk, clock, root, settings } = ports;
  const { fsync, lockTimeoutMs } = settings;
  return new SessionState({
    ...place,
    disk,
    clock,
    root,
    fsync,
    lockTimeoutMs,
    lockMaker: () => ports.lockMaker(),
    adopt: (held) => adopt(links.parts(), held),
    async sweep() {
      await links.temporary().sweep();
    },
    isCommitUnfinished: () => isCommitUnfinished(links.parts()),
    recover: (held) => recoverCommits(links.parts(), held),
    onForeign(totals) {
      links.parts().bodies.forget();
      links.parts().bases.forget();
      links.onTotals(totals);
    },
    async onStaged(all) {
      // Each tells the state that is there to be read, in which all are done.
      const now = all.at(-1);
      if (now !== undefined) await eachInTurns(all, () => links.onTotals(now));
    },
    collect: (garbage) => collect(links.parts(), garbage),
    syncContents: (changes) => syncContents(links.parts(), changes),
  });
}

async function collect(parts: SessionParts, garbage: Garbage): Promise<void> {
  await parts.bodies.remove(garbage.bodies);
  await parts.bases.remove(garbage.bases);
}

const NOTHING_PENDING = new Upper();

// In immediate mode readers and writers see the workspace alone; what is pending waits.
function layersOf(view: StateView, lower: Lower): Layers {
  return {
    lower,
    get upper() {
      return view.mode === 'staged' ? view.upper : NOTHING_PENDING;
    },
  };
}

/** The parts for one reading call: what is pending stays as it was acknowledged when that began. */
export function readingPartsOf(parts: SessionParts): SessionParts {
  const view = parts.state.acknowledged();
  const layers = layersOf(view, parts.lower);
  const gate = new Gate(layers, parts.bodies, parts.ports.givenRoot);
  return { ...parts, view, layers, gate };
}

function workspaceOf(lower: Lower): SessionParts['workspace'] {
  return {
    disk: lower.disk,
    root: lower.root,
    absolute: (path) => lower.absolute(path),
    isProtected: (path) => protectionOf(path) !== undefined,
  };
}

// The root's kind of lock is known only once its state directory is there.
function locksOf(state: SessionState): LockMaker {
  return {
    get kind() {
      return state.locks.maker.kind;
    },
    lockAt: (path) => state.locks.maker.lockAt(path),
  };
}
