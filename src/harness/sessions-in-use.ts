import type { Engine } from '../engine/types.ts';
import type { Session } from '../session/api/session-api.ts';
import type { PendingUpdate } from '../session/api/types.ts';

type PendingListener = (update: PendingUpdate) => void;

/**
 * The sessions this harness has worked on. They are followed only while somebody listens, because
 * following costs a look at the journal every 250 ms.
 */
export class SessionsInUse {
  readonly #engine: Engine;
  readonly #listeners = new Set<PendingListener>();
  readonly #sessions = new Map<string, Followed>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The session a request is about: absent means the ambient one, blank or none the plain disk. */
  async sessionFor(requested: string | null | undefined): Promise<Session> {
    if (requested === undefined || requested === null) return await this.#ambient();
    if (requested.trim() === '') return await this.#engine.immediate();
    return this.#inUse(await this.#engine.session(requested));
  }

  /** Calls `listener` after staging mutations of every session in use; the answer stops that. */
  onPending(listener: PendingListener): () => void {
    // A wrapper: the same function may listen twice.
    const entry: PendingListener = (update) => {
      listener(update);
    };
    this.#listeners.add(entry);
    for (const followed of this.#sessions.values())
      followed.stop ??= this.#follow(followed.session);
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.#unfollowAll();
    };
  }

  async #ambient(): Promise<Session> {
    const session = await this.#engine.currentSession();
    return session === undefined ? await this.#engine.immediate() : this.#inUse(session);
  }

  #inUse(session: Session): Session {
    const known = this.#sessions.get(session.id);
    // A session that was closed and opened again is another object.
    if (known?.session === session) return session;
    known?.stop?.();
    const stop = this.#listeners.size === 0 ? undefined : this.#follow(session);
    this.#sessions.set(session.id, { session, stop });
    return session;
  }

  #follow(session: Session): () => void {
    return session.on('pending', (update) => {
      for (const listener of this.#listeners) listener(update);
    });
  }

  #unfollowAll(): void {
    for (const followed of this.#sessions.values()) {
      followed.stop?.();
      followed.stop = undefined;
    }
  }
}

interface Followed {
  readonly session: Session;
  stop: (() => void) | undefined;
}
