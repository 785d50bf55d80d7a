import { mapInTurns } from '../disk/in-turns.ts';
import type { Engine } from '../engine/types.ts';
import { createHarness } from '../harness/create-harness.ts';
import type { BoundMethod } from '../harness/methods/bind-method.ts';
import { toJsonSchemas } from '../harness/schemas/schemas.ts';
import type { Harness } from '../harness/types.ts';
import type { Notice, RpcMethod } from '../rpc/method-table.ts';
import { serveJsonRpc } from '../rpc/serve-json-rpc.ts';
import type { PendingUpdate } from '../session/api/types.ts';
import type { CliIo } from './io.ts';
import { packageVersion } from './package-version.ts';

/** Serves the hostlib methods over `io` until its input ends or the user interrupts. */
export async function serveHarness(engine: Engine, io: CliIo): Promise<void> {
  const harness = createHarness(engine);
  await serveJsonRpc({
    methods: harness.methods.map(toRpcMethod),
    info: { title: 'staged-fs', version: packageVersion() },
    input: io.stdin,
    output: io.stdout,
    signal: io.signal,
    notices: (post) => postPending(harness, engine.root, post),
  });
}

function toRpcMethod({ name, schemas, call }: BoundMethod): RpcMethod {
  return { name, call, schemas: () => toJsonSchemas(schemas) };
}

function postPending(harness: Harness, root: string, post: (notice: Notice) => void): () => void {
  return harness.onPending((update) => {
    post({ method: 'fs.pending', key: update.sessionId, params: () => paramsOf(update, root) });
  });
}

// The list is made only when the notice is sent: a burst of writes makes it once.
async function paramsOf(update: PendingUpdate, root: string): Promise<object> {
  const { sessionId, pendingCount, totalBytes, pendingWrites } = update;
  const base = root.endsWith('/') ? root : `${root}/`;
  return {
    session_id: sessionId,
    pendingCount,
    totalBytes,
    pendingWrites: await mapInTurns(pendingWrites, ({ path, kind, byteDelta, snapshotId }) => ({
      path: base + path,
      kind,
      byteDelta,
      snapshotId,
    })),
  };
}
