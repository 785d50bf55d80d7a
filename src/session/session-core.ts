import { isStagedFsError } from '../base/errors.ts';
import type { SessionId } from '../base/ids.ts';
import type { TemporaryFiles } from '../store/temporary-files.ts';
import { closedError } from './closed-error.ts';
import { PendingEvents } from './events.ts';
import { IdleTimer } from './idle.ts';
import type { SessionParts, SessionPorts } from './parts.ts';
import { createParts } from './parts-of.ts';
import type { SessionDir } from './session-dir.ts';
import { Mutations } from './stage/mutations.ts';
import type { PendingTotals } from './state/held.ts';

/** Which session, and where its state is. */
export interface SessionPlace {
  readonly id: SessionId;
  readonly directory: SessionDir;
}

/** What an open session consists of. */
export interface SessionCore {
  readonly parts: SessionParts;
  readonly temporary: TemporaryFiles;
  readonly mutations: Mutations;
  readonly events: PendingEvents;
  readonly idle: IdleTimer;
}

/** Puts a session together; touches nothing on disk. */
export function createCore(ports: SessionPorts, place: SessionPlace): SessionCore {
  const { parts, temporary } = createParts(ports, place, {
    onTotals(totals: PendingTotals) {
      idle.touch();
      events.emit(totals);
    },
  });
  const mutations = new Mutations(parts.state, (work) => ports.queued(work));
  const idle = new IdleTimer(() => void checkpointQuietly(parts));
  const events = new PendingEvents({
    sessionId: place.id,
    upper: () => parts.state.acknowledged().upper,
    refresh: () => parts.state.refresh(),
    onListenerError: (error) => {
      ports.onListenerError(error);
    },
  });
  return { parts, temporary, mutations, events, idle };
}

/** Finishes what was accepted, writes a checkpoint, and lets go of everything. */
export async function closeCore(core: SessionCore): Promise<void> {
  await core.mutations.arrived;
  core.mutations.close(closedError(core.parts.id));
  core.events.close();
  core.idle.stop();
  try {
    await core.parts.ports.queued(() => core.parts.state.close());
  } finally {
    await core.temporary.close();
  }
}

// The manifest may lag (rule M1): a busy lock or a full disk leaves it for later.
async function checkpointQuietly(parts: SessionParts): Promise<void> {
  try {
    await parts.ports.queued(() => parts.state.checkpoint());
  } catch (error) {
    if (!isStagedFsError(error)) throw error;
  }
}
