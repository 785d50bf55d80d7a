// `staged-fs serve` in a process of its own, called through the interface of the facade.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  type HarnessCall,
  type HarnessFs,
  type HarnessTools,
  harnessSchemas,
  type MethodSchemas,
} from '../../src/harness/index.ts';

// This file may be among the built ones itself.
const BUILT = import.meta.url.endsWith('.ts') ? '../../dist/' : '../../';
const MAIN = fileURLToPath(new URL(`${BUILT}src/cli/main.js`, import.meta.url));

type UsedFs = 'set_mode' | 'staged_status' | 'commit_staged' | 'discard_staged' | 'diff';

export interface Served extends AsyncDisposable {
  readonly fs: Pick<HarnessFs, UsedFs>;
  readonly tools: HarnessTools;
  /** Calls any method, its answer unchecked. */
  readonly call: (name: string, params: object) => Promise<unknown>;
  /** Ends the input and waits for the end of the process. @throws when it ended badly */
  close(): Promise<void>;
}

/** Starts a server on the workspace `root`. Every answer is checked with its schema. */
export function serve(root: string): Served {
  const wire = new Wire(
    spawn(process.execPath, [MAIN, '--root', root, 'serve'], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '' },
    }),
  );
  const method = <Request, Response>(
    name: string,
    { response }: MethodSchemas<Request, Response>,
  ): HarnessCall<Request, Response> => {
    return async (request) => response.parse(await wire.call(name, request));
  };
  const schemas = harnessSchemas;
  return {
    fs: {
      set_mode: method('fs.set_mode', schemas['fs.set_mode']),
      staged_status: method('fs.staged_status', schemas['fs.staged_status']),
      commit_staged: method('fs.commit_staged', schemas['fs.commit_staged']),
      discard_staged: method('fs.discard_staged', schemas['fs.discard_staged']),
      diff: method('fs.diff', schemas['fs.diff']),
    },
    tools: {
      write_file: method('tools.write_file', schemas['tools.write_file']),
      delete_file: method('tools.delete_file', schemas['tools.delete_file']),
      read_file: method('tools.read_file', schemas['tools.read_file']),
      list_directory: method('tools.list_directory', schemas['tools.list_directory']),
      get_file_outline: method('tools.get_file_outline', schemas['tools.get_file_outline']),
    },
    call: async (name, params) => await wire.call(name, params),
    close: async () => await wire.close(),
    [Symbol.asyncDispose]: async () => await wire.close(),
  };
}

const messageSchema = z.object({
  id: z.number().nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

type Message = z.infer<typeof messageSchema>;

class Wire {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listening: Promise<void>;
  #lastId = 0;
  readonly #stderr: string[] = [];

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    // The exit code tells the story of a child that stopped reading.
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (chunk) => this.#stderr.push(String(chunk)));
    this.#listening = this.#listen();
  }

  async call(method: string, params: unknown): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { error, result } = await answer;
    if (error !== undefined) throw new Error(`${error.message} (${error.code})`);
    return result;
  }

  async close(): Promise<void> {
    const child = this.#child;
    const exited = child.exitCode === null ? once(child, 'exit') : undefined;
    child.stdin.end();
    await Promise.all([exited, this.#listening]);
    if (child.exitCode !== 0) throw new Error(`serve ended badly: ${this.#stderr.join('')}`);
  }

  async #listen(): Promise<void> {
    for await (const line of createInterface({ input: this.#child.stdout })) {
      const message = messageSchema.parse(JSON.parse(line));
      this.#settle(message);
    }
    const end = { code: 0, message: `the server ended: ${this.#stderr.join('')}` };
    for (const id of [...this.#waiting.keys()]) this.#settle({ id, error: end, result: undefined });
  }

  #settle(message: Message): void {
    if (typeof message.id !== 'number') return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
