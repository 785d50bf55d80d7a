// A harness over a workspace of its own.
import { createHash } from 'node:crypto';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';
import { createHarness } from '../../src/harness/create-harness.ts';
import type { Harness } from '../../src/harness/types.ts';
import { type Planted, type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

export interface Fixture extends AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly engine: Engine;
  readonly harness: Harness;
  /** An absolute path in the workspace. */
  readonly at: (relative: string) => string;
}

/** The session `s` is staged; any other id is new, and so immediate. */
export async function openFixture(files: Readonly<Record<string, Planted>> = {}): Promise<Fixture> {
  const workspace = await tempWorkspace(files);
  const engine = await openEngine({ root: workspace.root });
  const harness = createHarness(engine);
  await harness.fs.set_mode({ session_id: 's', mode: 'staged' });
  return {
    workspace,
    engine,
    harness,
    at: (relative) => workspace.path(relative),
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

export function label(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** What a call was rejected with, as it goes over the wire. */
export async function rejection(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return JSON.parse(JSON.stringify(error));
  }
  throw new Error('The call did not fail.');
}

/** Calls a method by its wire name with params that its type would not allow. */
export async function callLoosely(
  { harness }: Fixture,
  name: string,
  params: unknown,
): Promise<unknown> {
  const method = harness.methods.find((candidate) => candidate.name === name);
  if (method === undefined) throw new Error(`There is no method ${name}.`);
  return await method.call(params);
}
