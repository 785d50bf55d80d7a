import type { SessionId } from '../base/ids.ts';
import { locateSession } from '../session/locate.ts';
import type { SessionPorts } from '../session/parts.ts';
import { createSession, type StagedSession } from '../session/session.ts';
import type { SessionDir } from '../session/session-dir.ts';
import { createSessionQueue } from './session-queue.ts';

/** The ports of a session, less its queue. */
export type SharedPorts = Omit<SessionPorts, 'queued'>;

/** The sessions that are open, one object an id. */
export class OpenSessions {
  readonly #ports: SharedPorts;
  readonly #sessions = new Map<SessionId, Promise<StagedSession>>();

  constructor(ports: SharedPorts) {
    this.#ports = ports;
  }

  /** The session of that id, opened when it is not. */
  async get(id: SessionId): Promise<StagedSession> {
    const opening = this.#stillOpen(this.#sessions.get(id)).then(
      async (session) => session ?? (await this.#open(id)),
    );
    this.#sessions.set(id, opening);
    return await opening;
  }

  /** Settles when every change that was asked of one of them before this call has been made. */
  async arrivedMutations(): Promise<void> {
    const known = [...this.#sessions.values()];
    await Promise.all(
      known.map(async (opening) => await (await this.#stillOpen(opening))?.arrivedMutations),
    );
  }

  /** Closes every one of them, and only then fails if one did. */
  async closeAll(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    const closings = sessions.map(async (known) => await (await this.#stillOpen(known))?.close());
    for (const closed of await Promise.allSettled(closings)) {
      if (closed.status === 'rejected') throw closed.reason;
    }
  }

  // One that could not be opened is nobody's: the next caller tries again.
  async #stillOpen(known: Promise<StagedSession> | undefined): Promise<StagedSession | undefined> {
    const session = await known?.catch(() => undefined);
    return session?.isClosed === true ? undefined : session;
  }

  async #open(id: SessionId): Promise<StagedSession> {
    const directory = await locateSession(this.#ports.disk, this.#ports.root, id);
    return this.at(id, directory);
  }

  /** A session object over a directory. */
  at(id: SessionId, directory: SessionDir): StagedSession {
    const queue = createSessionQueue();
    return createSession({ ...this.#ports, queued: (work) => queue.run(work) }, { id, directory });
  }
}
