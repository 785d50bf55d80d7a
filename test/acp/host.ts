// An agent as a host would write it: an app of the official SDK that mounts the extension.
import { PassThrough, Readable, Writable } from 'node:stream';
import { agent, ndJsonStream } from '@agentclientprotocol/sdk';
import { mountStaging, type StagingOptions } from '../../src/acp/index.ts';
import type { Engine } from '../../src/engine/types.ts';
import type { Session } from '../../src/session/api/session-api.ts';
import { type Planted, type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { testEngine } from '../support/test-engine.ts';
import type { Notice } from './message.ts';
import { Wire } from './wire.ts';

export const sessionId = 's';

export interface Host extends AsyncDisposable {
  readonly wire: Wire;
  readonly workspace: TempWorkspace;
  readonly engine: Engine;
  /** The session `s` as the agent itself has it. */
  readonly session: Session;
  readonly initialized: unknown;
  readonly at: (path: string) => string;
  /** What a notice of the present state says. */
  readonly state: () => Promise<Notice>;
}

/** Connected, initialised, with the session `s` open and immediate. */
export async function openHost(
  files: Readonly<Record<string, Planted>> = {},
  options: StagingOptions = {},
): Promise<Host> {
  const workspace = await tempWorkspace(files);
  const engine = await testEngine(workspace.root);
  const wire = connect(engine, options);
  const { result } = await wire.request('initialize', { protocolVersion: 1 });
  await wire.request('session/new', { cwd: workspace.root, mcpServers: [] });
  const session = await engine.session(sessionId);
  return {
    wire,
    workspace,
    engine,
    session,
    initialized: result,
    at: (path) => workspace.path(path),
    state: async () => await stateOf(session, workspace.root),
    [Symbol.asyncDispose]: async () => {
      wire.end();
      await engine.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

/** What a notice of the present state says. */
export async function stateOf(session: Session, root: string): Promise<Notice> {
  const { pendingWrites, totalBytesPending } = await session.status();
  return {
    pendingCount: pendingWrites.length,
    totalBytes: totalBytesPending,
    pendingWrites: pendingWrites.map(({ path, kind, byteDelta, snapshotId }) => {
      return { path: `${root}/${path}`, kind, byteDelta, snapshotId };
    }),
  };
}

function connect(engine: Engine, options: StagingOptions): Wire {
  const app = agent({ name: 'test-host' });
  const staging = mountStaging(app, options);
  app
    .onRequest('initialize', () => ({
      protocolVersion: 1,
      agentCapabilities: { _meta: { ...staging.capabilities } },
    }))
    .onRequest('session/new', async ({ client }) => {
      await staging.open({ sessionId, engine, client });
      return { sessionId };
    });
  const toAgent = new PassThrough();
  const fromAgent = new PassThrough();
  app.connect(ndJsonStream(Writable.toWeb(fromAgent), ReadableStream.from(Readable.from(toAgent))));
  return new Wire(toAgent, fromAgent);
}
