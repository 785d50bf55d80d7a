import type { AgentApp, AgentContext } from '@agentclientprotocol/sdk';
import type { Engine } from '../engine/types.ts';
import type { Session } from '../session/api/session-api.ts';
import { type StagingCapabilities, stagingCapabilities } from './capabilities.ts';
import { sessionIdOf } from './control-params.ts';
import { ALIAS_PREFIX, CONTROLS, type Control } from './controls.ts';
import { toRequestError, unknownSession } from './error-code.ts';
import type { NoticeForm } from './notice.ts';
import { OpenSession } from './open-session.ts';

/** Options of `mountStaging`. */
export interface StagingOptions {
  /**
   * The discriminator of notices: `progress` is the reference's, which clients of the official
   * SDKs drop. @default 'session_info_update'
   */
  readonly notice?: NoticeForm;
}

/** A session an agent opens for a client. */
export interface StagingSession {
  /** The ACP session id; the staged session has the same. */
  readonly sessionId: string;
  /** Over the workspace of the session; the caller closes it. */
  readonly engine: Engine;
  /** Gets the notices: the `client` of the handler that opens the session. */
  readonly client: AgentContext;
}

/** The host controls of one agent app. */
export interface Staging {
  /** To be merged into `agentCapabilities._meta`. */
  readonly capabilities: StagingCapabilities;
  /** Makes a session known to the controls, and sends notices of it from now on. */
  open(session: StagingSession): Promise<Session>;
  /** Forgets a session, when its client closes it or leaves; its staged data stays. */
  close(sessionId: string): void;
  /** Sends the notices that are due. Before a prompt is answered: some clients listen only then. */
  flush(): Promise<void>;
}

/**
 * Adds host controls over staged writes to an agent app of the official ACP SDK:
 * `session/fs_mode`, `session/fs_commit_staged` and `session/fs_discard_staged`, the same with the
 * prefix `_harn/`, and a `session/update` after every staging mutation, this process's or
 * another's, whose `_meta.harn` has `kind: "staged_writes_pending"`, `pendingCount`, `totalBytes`
 * (bytes) and `pendingWrites` in byte order of absolute paths.
 *
 * Bursts are coalesced: whenever the connection is quiet, the last notice equals `status`. A list
 * that could exceed 24 MiB of JSON (some 40,000 changes with paths of 70 characters) is cut after the
 * paths that fit and marked `truncated: true`; count and bytes stay those of all.
 *
 * Errors: -32602 for wrong params and unknown sessions, -32002 for what does not exist, -32010 for
 * conflicts, -32011 while another process holds the lock, -32012 over a limit, -32800 when
 * cancelled, else -32603; `data` is the `StagedFsError` as JSON. `app` must come from the copy of
 * the SDK that staged-fs finds: to another copy every error is an internal one, -32603.
 *
 * @example
 * ```ts
 * import { Readable, Writable } from 'node:stream';
 * import { agent, ndJsonStream } from '@agentclientprotocol/sdk';
 * import { openEngine } from 'staged-fs';
 * import { mountStaging } from 'staged-fs/acp';
 *
 * const app = agent({ name: 'my-agent' });
 * const staging = mountStaging(app);
 * app
 *   .onRequest('initialize', () => ({
 *     protocolVersion: 1,
 *     agentCapabilities: { _meta: { ...staging.capabilities } },
 *   }))
 *   .onRequest('session/new', async ({ params, client }) => {
 *     const engine = await openEngine({ root: params.cwd });
 *     const sessionId = crypto.randomUUID();
 *     await staging.open({ sessionId, engine, client });
 *     return { sessionId };
 *   });
 * app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
 * ```
 */
export function mountStaging(app: AgentApp, options: StagingOptions = {}): Staging {
  const form = options.notice ?? 'session_info_update';
  const sessions = new Map<string, OpenSession>();
  for (const [name, control] of CONTROLS) {
    for (const method of [name, ALIAS_PREFIX + name]) {
      app.onRequest(method, unparsed, async ({ params, signal }) => {
        return await answer(control, params, { sessions, signal });
      });
    }
  }
  return {
    capabilities: stagingCapabilities(form),
    open: async ({ sessionId, engine, client }) => {
      const session = await engine.session(sessionId);
      // Changes are told from what is loaded on: another process may make one at once.
      await session.mode();
      sessions.get(sessionId)?.close();
      sessions.set(sessionId, new OpenSession({ session, root: engine.root, client, form }));
      return session;
    },
    close: (sessionId) => {
      sessions.get(sessionId)?.close();
      sessions.delete(sessionId);
    },
    flush: async () => {
      await Promise.all(Array.from(sessions.values(), async (each) => await each.flush()));
    },
  };
}

interface AnswerContext {
  readonly sessions: ReadonlyMap<string, OpenSession>;
  readonly signal: AbortSignal;
}

async function answer(
  control: Control,
  params: unknown,
  { sessions, signal }: AnswerContext,
): Promise<object> {
  try {
    const sessionId = sessionIdOf(params);
    const work = control(params);
    const session = sessions.get(sessionId);
    if (session === undefined) throw unknownSession(sessionId);
    return await session.control(work, signal);
  } catch (error) {
    throw toRequestError(error);
  }
}

// Params are checked in the handler, where every error gets the same form.
function unparsed(params: unknown): unknown {
  return params;
}
