// `staged-fs acp` without a process: the same serving over streams of the test.
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { type ServeAgentOptions, serveAgent } from '../../src/acp/serve-agent.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Session } from '../../src/session/api/session-api.ts';
import { type Planted, type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stateOf } from './host.ts';
import type { Message, Notice } from './message.ts';
import { Wire } from './wire.ts';

type Options = Partial<Pick<ServeAgentOptions, 'notice' | 'mode' | 'clientFs' | 'root'>>;

export interface SmallAgent extends AsyncDisposable {
  readonly wire: Wire;
  readonly workspace: TempWorkspace;
  readonly sessionId: string;
  readonly at: (path: string) => string;
  /** Sends a prompt and waits for its end. */
  readonly prompt: (text: string) => Promise<Message>;
  /** The session as another engine has it. */
  readonly session: Session;
  readonly state: () => Promise<Notice>;
  /** Interrupts the agent. */
  readonly interrupt: AbortController;
  /** Settles when the agent has ended. */
  readonly served: Promise<void>;
}

/** What a client brings along. */
export interface ClientSide {
  readonly capabilities?: object;
  readonly answers?: Record<string, (params: unknown) => unknown>;
}

export async function openSmallAgent(
  files: Readonly<Record<string, Planted>> = {},
  options: Options = {},
  { capabilities = {}, answers = {} }: ClientSide = {},
): Promise<SmallAgent> {
  const workspace = await tempWorkspace(files);
  const { root } = workspace;
  const input = new PassThrough();
  const output = new PassThrough();
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const served = serveAgent({ version: '0', ...options, input, output, signal }).then(() => {
    output.end();
  });
  const wire = new Wire(input, output, answers);
  await wire.request('initialize', { protocolVersion: 1, clientCapabilities: capabilities });
  const sessionId = sessionIdIn(await wire.request('session/new', { cwd: root, mcpServers: [] }));
  const engine = await openEngine({ root });
  const session = await engine.session(sessionId);
  return {
    wire,
    workspace,
    sessionId,
    session,
    interrupt,
    served,
    at: (path) => workspace.path(path),
    prompt: async (text) => await wire.request('session/prompt', promptOf(sessionId, text)),
    state: async () => await stateOf(session, root),
    [Symbol.asyncDispose]: async () => {
      wire.end();
      await served;
      await engine.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

export function promptOf(sessionId: string, text: string): object {
  return { sessionId, prompt: [{ type: 'text', text }] };
}

const newSessionSchema = z.object({ result: z.object({ sessionId: z.string() }) });

export function sessionIdIn(reply: Message): string {
  return newSessionSchema.parse(reply).result.sessionId;
}

/** The updates of one kind, as they came. */
export function updatesIn(received: readonly Message[], kind: string): unknown[] {
  return received
    .map(({ params }) => params?.['update'])
    .filter((update) => updateSchema.safeParse(update).data?.sessionUpdate === kind);
}

/** What the agent said, message by message. */
export function textsIn(received: readonly Message[]): string[] {
  return updatesIn(received, 'agent_message_chunk').map(
    (update) => chunkSchema.parse(update).content.text,
  );
}

const chunkSchema = z.looseObject({ content: z.looseObject({ text: z.string() }) });

const updateSchema = z.looseObject({ sessionUpdate: z.string() });
