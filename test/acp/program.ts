// `staged-fs acp` as users get it: the built program in a process of its own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sessionIdIn } from './small-agent.ts';
import { Wire } from './wire.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Program {
  readonly wire: Wire;
  readonly sessionId: string;
  readonly exited: Promise<End>;
  /** Ends the input and waits for the end of the process. */
  readonly finish: () => Promise<End>;
  /** Stops reading. */
  readonly leave: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
}

interface End {
  readonly code: number | null;
  readonly stderr: string;
}

/** Initialised, with a session whose directory is `cwd`. */
export async function startProgram(cwd: string, args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const exited = endOf(child);
  const wire = new Wire(child.stdin, child.stdout);
  await wire.request('initialize', { protocolVersion: 1 });
  const sessionId = sessionIdIn(await wire.request('session/new', { cwd, mcpServers: [] }));
  return {
    wire,
    sessionId,
    exited,
    kill: (signal) => child.kill(signal),
    leave: () => child.stdout.destroy(),
    finish: async () => {
      wire.end();
      await wire.ended;
      return await exited;
    },
  };
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<End> {
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, stderr };
}
