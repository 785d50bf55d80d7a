import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { afterEach, expect, it, vi } from 'vitest';
import { Threads } from '../../../src/pool/threads.ts';
import { caught } from '../../contract/disk-probes.ts';
import { type TempWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

const WORKER =
  'export default async (text) => { if (text === "bad") throw new Error("task"); return text; };';

afterEach(() => {
  vi.restoreAllMocks();
});

async function workspaceWithWorker(): Promise<TempWorkspace> {
  return await tempWorkspace({ 'worker.mjs': WORKER });
}

function threadsOf(workspace: TempWorkspace): Threads<string, string> {
  const filename = pathToFileURL(workspace.path('worker.mjs')).href;
  return new Threads({ filename, maxThreads: 2, failure: 'It failed.' });
}

function poolOf(context: unknown): Piscina {
  if (context instanceof Piscina) return context;
  throw new Error('There is no such pool.');
}

it('destroys the threads that came after failed ones, whatever those still say', async () => {
  await using workspace = await workspaceWithWorker();
  const [run, destroy] = [
    vi.spyOn(Piscina.prototype, 'run'),
    vi.spyOn(Piscina.prototype, 'destroy'),
  ];
  const threads = threadsOf(workspace);
  expect(await threads.run('one')).toBe('one');
  const first = poolOf(run.mock.contexts[0]);
  first.emit('error', new Error('of one thread'));
  expect(await threads.run('two')).toBe('two');
  const second = run.mock.contexts[1];
  first.emit('error', new Error('of another'));
  expect(await threads.run('three')).toBe('three');
  await threads.close();
  expect(run.mock.contexts.map((pool) => pool === second)).toEqual([false, true, true]);
  expect(destroy.mock.contexts.at(-1)).toBe(second);
});

it('tells of each failure its own cause', async () => {
  await using workspace = await workspaceWithWorker();
  const run = vi.spyOn(Piscina.prototype, 'run');
  const threads = threadsOf(workspace);
  await threads.run('one');
  poolOf(run.mock.contexts[0]).emit('error', new Error('of the first threads'));
  const { code, message, cause } = await caught(() => threads.run('bad'));
  expect({ code, message, cause: String(cause) }).toEqual({
    code: 'ERR_STAGED_INTERNAL',
    message: 'It failed.',
    cause: 'Error: task',
  });
  await threads.close();
});
