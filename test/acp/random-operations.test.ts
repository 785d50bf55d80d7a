// Client, agent, library, a second server and command lines work on one session together.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { isLong } from '../support/sampled.ts';
import { serve } from '../support/serve-client.ts';
import { openSmallAgent, promptOf, type SmallAgent } from './small-agent.ts';

const ROUNDS = isLong ? 40 : 3;
const OPERATIONS_A_ROUND = 25;

const ACTORS = ['client', 'agent', 'library', 'server'] as const;

const path = fc.constantFrom('a.txt', 'b.txt', 'dir/c.txt', 'dir/d.txt', 'ü.txt', 'e');
const text = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
const paths = fc.option(fc.array(path, { maxLength: 3 }), { nil: undefined });
const operation = fc.record({
  who: fc.constantFrom(...ACTORS),
  what: fc.constantFrom('write', 'write', 'write', 'delete', 'commit', 'discard'),
  path,
  text,
  paths,
});

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

it('tells the state whenever it is quiet, whoever changes it', async () => {
  await using agent = await openSmallAgent({ 'a.txt': 'disk', 'dir/c.txt': 'disk' });
  await using server = serve(agent.workspace.root);
  const { wire, sessionId } = agent;
  await wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  const seed = Date.now();
  const length = { minLength: OPERATIONS_A_ROUND, maxLength: OPERATIONS_A_ROUND };
  const rounds = fc.sample(fc.array(operation, length), { numRuns: ROUNDS, seed });
  for (const operations of rounds) {
    const byActor = ACTORS.map(async (who) => {
      const own = operations.filter((each) => each.who === who);
      for (const each of own) await apply(each, { agent, server });
    });
    await Promise.all([...byActor, commandLine(agent, operations[0])]);
    await wire.noticeEquals(agent.state);
  }
  wire.end();
  await agent.served;
  await wire.ended;
  expect(wire.notices.at(-1), `seed ${seed}`).toEqual(await agent.state());
  expect(wire.complaints).toEqual([]);
});

interface Hands {
  readonly agent: SmallAgent;
  readonly server: ReturnType<typeof serve>;
}

// What fails, such as a commit over a conflict, must be told right as well.
async function apply(each: Operation, hands: Hands): Promise<void> {
  const { agent, server } = hands;
  const absolute = each.paths?.map(agent.at);
  const selection = absolute === undefined ? {} : { paths: absolute };
  if (each.who === 'client' || each.what === 'commit') await byClient(each, agent, selection);
  else if (each.who === 'agent') await agent.wire.request('session/prompt', lineOf(each, agent));
  else if (each.who === 'library') await byLibrary(each, agent).catch(() => undefined);
  else await byServer(each, server, agent.sessionId).catch(() => undefined);
}

async function byClient(
  each: Operation,
  { wire, sessionId }: SmallAgent,
  selection: object,
): Promise<void> {
  const method = each.what === 'commit' ? 'session/fs_commit_staged' : 'session/fs_discard_staged';
  await wire.request(method, { sessionId, ...selection });
}

function lineOf(each: Operation, { sessionId }: SmallAgent): object {
  const line =
    each.what === 'write'
      ? `write ${each.path}: ${each.text}`
      : `${each.what === 'delete' ? 'delete' : '/discard'} ${each.path}`;
  return promptOf(sessionId, line);
}

async function byLibrary(each: Operation, { session }: SmallAgent): Promise<void> {
  if (each.what === 'write') await session.write(each.path, each.text, { snapshotId: 'library' });
  else if (each.what === 'delete') await session.remove(each.path);
  else await session.discard({ paths: each.paths ?? null });
}

async function byServer(
  each: Operation,
  { fs, tools }: Hands['server'],
  session_id: string,
): Promise<void> {
  const request = { session_id, path: each.path };
  if (each.what === 'write') await tools.write_file({ ...request, content: each.text });
  else if (each.what === 'delete') await tools.delete_file(request);
  else await fs.discard_staged({ session_id, paths: each.paths ?? null });
}

async function commandLine(agent: SmallAgent, each: Operation | undefined): Promise<void> {
  const { sessionId, workspace } = agent;
  const args = ['--session', sessionId, 'write', each?.path ?? 'a.txt'];
  await runCli(args, { cwd: workspace.root, stdin: each?.text ?? '' });
}
