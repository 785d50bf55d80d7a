// “One view, no exceptions”: what every way to read a file tells of it, in each state it can be in.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createHarness } from '../../src/harness/index.ts';
import { openEngine } from '../../src/index.ts';
import type { Session } from '../../src/session/api/session-api.ts';
import { openSmallAgent, type SmallAgent, updatesIn } from '../acp/small-agent.ts';
import { runHere } from '../cli/cli.ts';
import { serve } from '../support/serve-client.ts';

const PATH = 'src/a.ts';
const DISK = 'function onDisk() {}\n';
const STAGED = 'function inSession() {}\n';

// By size, and by FNV-1a hash.
const STATES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [DISK.length, 'disk'],
  [fnv1a(DISK), 'disk'],
  [STAGED.length, 'staged'],
  [fnv1a(STAGED), 'staged'],
]);

/** A way to read: answers a text, a size or a hash that tell the state, or null for no file. */
type Reader = () => Promise<unknown>;
type Readers = Readonly<Record<string, Reader>>;
type Call = (name: string, params: object) => Promise<unknown>;

it('every reading method of library, facade, server, command line and agent agrees', async () => {
  await using agent = await openSmallAgent({ [PATH]: DISK, 'src/b.ts': '' });
  await using engine = await openEngine({ root: agent.workspace.root });
  await using server = serve(agent.workspace.root);
  const { session, sessionId } = agent;
  const harness = createHarness(engine);
  const inProcess: Call = async (name, params) =>
    await harness.methods.find((method) => method.name === name)?.call(params);
  const readers: Readers = {
    ...libraryReaders(await engine.session(sessionId)),
    ...wireReaders('facade', inProcess, sessionId),
    ...wireReaders('serve', server.call, sessionId),
    ...commandReaders(agent),
    ...agentReaders(agent),
  };
  const see = async (expected: string): Promise<void> => {
    const all = Object.keys(readers).map((name) => [name, expected]);
    expect(await seenBy(readers)).toEqual(Object.fromEntries(all));
  };
  await see('disk');
  await session.write(PATH, STAGED);
  await see('staged');
  await session.discard();
  await see('disk');
  await session.remove(PATH);
  await see('absent');
  await session.discard({ paths: [PATH] });
  await session.write(PATH, STAGED);
  await session.commit();
  await see('staged');
  await session.remove(PATH);
  await session.commit();
  await see('absent');
});

async function seenBy(readers: Readers): Promise<object> {
  const seen = Object.entries(readers).map(async ([name, read]): Promise<[string, unknown]> => {
    return [name, await stateOf(read)];
  });
  return Object.fromEntries(await Promise.all(seen));
}

async function stateOf(read: Reader): Promise<unknown> {
  try {
    const answer = await read();
    if (answer === null || answer === '') return 'absent';
    if (typeof answer === 'string' && answer.includes('onDisk')) return 'disk';
    if (typeof answer === 'string' && answer.includes('inSession')) return 'staged';
    return STATES.get(answer) ?? answer;
  } catch (error) {
    if (isNotFound(error)) return 'absent';
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  const { code, message } = z
    .looseObject({ code: z.unknown().optional(), message: z.string() })
    .parse(error);
  return code === 'ERR_STAGED_NOT_FOUND' || /ERR_STAGED_NOT_FOUND|\(-32002\)/.test(message);
}

function libraryReaders(session: Session): Readers {
  return {
    'library read': async () => Buffer.from(await session.read(PATH)).toString(),
    'library readText': async () => (await session.readText(PATH)).content,
    'library createReadStream': async () => {
      const pieces: Uint8Array[] = [];
      for await (const piece of session.createReadStream(PATH)) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    },
    'library list': async () => sizeIn(await session.list('src')),
    'library stat': async () => (await session.stat(PATH)).size,
    'library lstat': async () => (await session.lstat(PATH)).size,
    'library exists': async () =>
      (await session.exists(PATH)) ? (await session.readText(PATH)).content : null,
  };
}

/** The methods of the facade, in this process or over the wire. */
function wireReaders(door: string, call: Call, session_id: string): Readers {
  const about = { path: PATH, session_id };
  const text = (name: string) => async () => contentIn(await call(name, about));
  const json = (name: string) => async () => JSON.stringify(await call(name, about));
  const listing = { path: 'src', session_id };
  const readers: Readers = {
    'fs.read_text': text('fs.read_text'),
    'fs.staged_read_text': text('fs.staged_read_text'),
    'tools.read_file': text('tools.read_file'),
    'tools.list_directory': async () =>
      sizeIn(listingSchema.parse(await call('tools.list_directory', listing)).entries),
    'tools.get_file_outline': json('tools.get_file_outline'),
    'ast.outline': json('ast.outline'),
    'ast.symbols': json('ast.symbols'),
    'ast.parse_file': async () =>
      treeSchema.parse(await call('ast.parse_file', about)).nodes[0]?.end_byte,
    'code_index.read_range': text('code_index.read_range'),
    'code_index.file_hash': async () => await call('code_index.file_hash', about),
  };
  return Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [`${door} ${name}`, read]),
  );
}

function commandReaders({ workspace, sessionId }: SmallAgent): Readers {
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr, code } = await runHere(['--session', sessionId, ...args], {
      cwd: workspace.root,
    });
    if (code !== 0) throw new Error(stderr);
    return stdout.toString();
  };
  return {
    'staged-fs cat': async () => await run('cat', PATH),
    'staged-fs ls': async () =>
      sizeIn(itemsSchema.parse(JSON.parse(await run('--json', 'ls', 'src')))),
    'staged-fs outline': async () => await run('outline', PATH),
  };
}

function agentReaders({ wire, prompt }: SmallAgent): Readers {
  return {
    'agent read': async () => {
      const from = wire.received.length;
      await prompt(`read ${PATH}`);
      const [update] = updatesIn(wire.received.slice(from), 'tool_call_update');
      const { status, content } = updateSchema.parse(update);
      const text = content[0]?.content.text ?? '';
      return status === 'completed' ? text : null;
    },
  };
}

function contentIn(answer: unknown): string {
  return z.looseObject({ content: z.string() }).parse(answer).content;
}

function sizeIn(items: readonly { readonly name: string; readonly size: number }[]): number | null {
  return items.find(({ name }) => name === 'a.ts')?.size ?? null;
}

function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString();
}

const itemsSchema = z.array(z.looseObject({ name: z.string(), size: z.number() }));
const listingSchema = z.looseObject({ entries: itemsSchema });
const treeSchema = z.looseObject({ nodes: z.array(z.looseObject({ end_byte: z.number() })) });
const updateSchema = z.looseObject({
  status: z.string(),
  content: z.array(z.looseObject({ content: z.looseObject({ text: z.string() }) })),
});
