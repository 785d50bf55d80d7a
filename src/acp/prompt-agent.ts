import { isAbsolute } from 'node:path';
import {
  type AgentApp,
  type AgentContext,
  agent,
  type ClientCapabilities,
  type InitializeResponse,
  type NewSessionRequest,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk';
import type { Mode } from '../base/ids.ts';
import { randomName } from '../base/random-name.ts';
import { openEngine } from '../engine/engine.ts';
import type { Engine } from '../engine/types.ts';
import { AgentSession } from './agent-session.ts';
import { ClientFiles } from './client-files.ts';
import { EngineFiles } from './engine-files.ts';
import { invalidArgument, toRequestError, unknownSession } from './error-code.ts';
import { mountStaging, type Staging, type StagingOptions } from './mount-staging.ts';

/** Options of the small agent. */
export interface PromptAgentOptions extends StagingOptions {
  readonly version: string;
  /** The mode of new sessions. @default 'staged' */
  readonly mode?: Mode;
  /** Read and write through the client's `fs/*` methods. @default false */
  readonly clientFs?: boolean;
  /** The workspace of every session. @default its `cwd` */
  readonly root?: string;
}

/** An agent without a model: it does what the lines of a prompt say. */
export class PromptAgent {
  readonly app: AgentApp;
  readonly #options: PromptAgentOptions;
  readonly #staging: Staging;
  readonly #engines = new Map<string, Promise<Engine>>();
  readonly #sessions = new Map<string, AgentSession>();
  readonly #withoutClient = new AbortController();
  #clientCapabilities: ClientCapabilities | undefined;

  constructor(options: PromptAgentOptions) {
    this.#options = options;
    this.app = agent({ name: 'staged-fs' });
    this.#staging = mountStaging(this.app, options);
    this.#register();
  }

  /** Call when the client can answer no more: it is asked for nothing from then on. */
  endOfInput(): void {
    this.#withoutClient.abort();
  }

  cancelAll(): void {
    for (const session of this.#sessions.values()) session.cancel();
  }

  async flush(): Promise<void> {
    await this.#staging.flush();
  }

  async close(): Promise<void> {
    for (const id of this.#sessions.keys()) this.#staging.close(id);
    const engines = await Promise.allSettled(this.#engines.values());
    for (const engine of engines) if (engine.status === 'fulfilled') await engine.value.close();
  }

  #register(): void {
    this.app
      .onRequest('initialize', ({ params }) => this.#initialize(params.clientCapabilities))
      .onRequest('session/new', async ({ params, client }) => {
        return await this.#checked(async () => await this.#newSession(params, client));
      })
      .onRequest('session/prompt', async ({ params, signal }) => {
        return await this.#checked(async () => {
          const session = this.#sessions.get(params.sessionId);
          if (session === undefined) throw unknownSession(params.sessionId);
          const response = await session.prompt(params.prompt, signal);
          await this.#staging.flush();
          return response;
        });
      })
      .onNotification('session/cancel', ({ params }) => {
        this.#sessions.get(params.sessionId)?.cancel();
      });
  }

  #initialize(capabilities: ClientCapabilities | undefined): InitializeResponse {
    this.#clientCapabilities = capabilities;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: { loadSession: false, _meta: { ...this.#staging.capabilities } },
      agentInfo: { name: 'staged-fs', version: this.#options.version },
      authMethods: [],
    };
  }

  async #newSession(
    { cwd }: NewSessionRequest,
    client: AgentContext,
  ): Promise<{ readonly sessionId: string }> {
    if (!isAbsolute(cwd)) {
      throw invalidArgument('cwd', `Expected \`cwd\` to be absolute, got ${JSON.stringify(cwd)}.`);
    }
    const sessionId = `sess_${randomName()}`;
    const engine = await this.#engine(this.#options.root ?? cwd);
    const session = await this.#staging.open({ sessionId, engine, client });
    const { mode = 'staged' } = this.#options;
    if ((await session.mode()) !== mode) await session.setMode(mode);
    const files =
      this.#options.clientFs === true
        ? this.#clientFiles(client, sessionId)
        : new EngineFiles(engine, session);
    const created = new AgentSession({ session, engine, client, files, cwd });
    this.#sessions.set(sessionId, created);
    announceLater(created);
    return { sessionId };
  }

  #clientFiles(client: AgentContext, sessionId: string): ClientFiles {
    const { signal } = this.#withoutClient;
    const capabilities = this.#clientCapabilities;
    return new ClientFiles({ client, sessionId, capabilities, withoutClient: signal });
  }

  async #engine(root: string): Promise<Engine> {
    const known = this.#engines.get(root);
    if (known !== undefined) return await known;
    const opening = openEngine({ root });
    this.#engines.set(root, opening);
    // A root that does not exist may come to exist.
    opening.catch(() => this.#engines.delete(root));
    return await opening;
  }

  async #checked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toRequestError(error);
    }
  }
}

// The client learns the session's id from the answer, which goes out before the event loop turns.
function announceLater(session: AgentSession): void {
  setImmediate(() => {
    // A client that is gone needs no commands.
    session.announceCommands().catch(() => undefined);
  });
}
