import { isStagedFsError } from '../base/errors.ts';
import type { Mode } from '../base/ids.ts';
import type { Session } from '../session/api/session-api.ts';

/**
 * Finds writes that would go to disk at once and meet a symbolic link there. The reference refuses
 * those; a staged write may go through a link, because commit checks again where it leads.
 */
export class ImmediateLinks {
  // Asking a session for its mode waits for the writes before, so that a burst of them could not
  // share one hold of the lock. Another process that makes the session immediate meanwhile is not
  // noticed: then the write follows the link, which the engine lets it do inside the workspace only.
  readonly #staged = new WeakSet<Session>();

  /** Whether a write to `path` is one. */
  async isAt(session: Session, path: string): Promise<boolean> {
    if (this.#staged.has(session)) return false;
    if ((await this.#modeOf(session)) === 'staged') return false;
    try {
      return (await session.lstat(path)).kind === 'symlink';
    } catch (error) {
      // Whatever else is wrong with the path, the write itself says best.
      if (isStagedFsError(error)) return false;
      throw error;
    }
  }

  /** The mode is about to change. */
  forget(session: Session): void {
    this.#staged.delete(session);
  }

  async #modeOf(session: Session): Promise<Mode> {
    const mode = await session.mode();
    if (mode === 'staged') this.#staged.add(session);
    return mode;
  }
}
