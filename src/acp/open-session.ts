import type { AgentContext } from '@agentclientprotocol/sdk';
import type { Session } from '../session/api/session-api.ts';
import type { ControlTarget } from './controls.ts';
import { type NoticeForm, noticeOf, type Pending } from './notice.ts';
import { PendingNotices } from './pending-notices.ts';

interface OpenSessionParts {
  readonly session: Session;
  /** Real path of the workspace. */
  readonly root: string;
  readonly client: AgentContext;
  readonly form: NoticeForm;
}

/** A staged session that a client knows. */
export class OpenSession {
  readonly #parts: OpenSessionParts;
  readonly #notices: PendingNotices;

  constructor(parts: OpenSessionParts) {
    const { session } = parts;
    this.#parts = parts;
    this.#notices = new PendingNotices({
      session,
      send: async (pending) => {
        await this.#notify(pending);
      },
    });
  }

  /** Runs a control; its answer goes out before the notice of what it did. */
  async control(
    work: (target: ControlTarget) => Promise<object>,
    signal: AbortSignal,
  ): Promise<object> {
    const { session } = this.#parts;
    return await this.#notices.after(
      async () => await work({ session, absolute: this.#absolute, signal }),
    );
  }

  async flush(): Promise<void> {
    await this.#notices.flush();
  }

  close(): void {
    this.#notices.stop();
  }

  async #notify(pending: Pending): Promise<void> {
    const { session, client, form } = this.#parts;
    const update: object = noticeOf(form, pending, this.#absolute);
    await client.notify<object>('session/update', { sessionId: session.id, update });
  }

  readonly #absolute = (path: string): string => {
    const { root } = this.#parts;
    return root.endsWith('/') ? root + path : `${root}/${path}`;
  };
}
