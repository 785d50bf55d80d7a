import type { SessionId } from '../base/ids.ts';
import { locateSession } from '../session/locate.ts';
import type { SessionPorts } from '../session/parts.ts';
import { createSession, type StagedSession } from '../session/session.ts';
import type { SessionDir } from '../session/session-dir.ts';
import { createTurns } from './turns.ts';

/** The ports of a session, less its turns. */
export type SharedPorts = Omit<SessionPorts, 'inTurn'>;

/** The sessions that are open, one object an id. */
export class OpenSessions {
  readonly #ports: SharedPorts;
  readonly #sessions = new Map<SessionId, Promise<StagedSession>>();

  constructor(ports: SharedPorts) {
    this.#ports = ports;
  }

  /** The session of that id, opened when it is not. */
  async get(id: SessionId): Promise<StagedSession> {
    const known = this.#sessions.get(id);
    const session = known === undefined ? undefined : await known;
    if (session !== undefined && !session.isClosed) return session;
    const opening = this.#open(id);
    this.#sessions.set(id, opening);
    return await opening;
  }

  async closeAll(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(async (session) => await (await session).close()));
  }

  async #open(id: SessionId): Promise<StagedSession> {
    const directory = await locateSession(this.#ports.disk, this.#ports.root, id);
    return this.at(id, directory);
  }

  /** A session object over a directory. */
  at(id: SessionId, directory: SessionDir): StagedSession {
    const turns = createTurns();
    return createSession({ ...this.#ports, inTurn: (work) => turns.run(work) }, { id, directory });
  }
}
