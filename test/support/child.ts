// Runs a program to its end, with bytes in and bytes out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { SpawningProcess } from './spawning-process.ts';

export interface ChildOptions {
  readonly cwd: string;
  /** Added to an environment that has only PATH, a locale and no home. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly stdin?: string | Uint8Array | undefined;
}

/** Only PATH, a locale and no home: nothing of the user's settings. */
export const BARE_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/dev/null',
  LC_ALL: 'C',
};

export interface ChildResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Null when a signal ended the child. */
  readonly code: number | null;
}

/** One program to be run. */
export interface ChildCall extends ChildOptions {
  readonly program: string;
  readonly args: readonly string[];
}

let spawning: SpawningProcess | undefined;

export async function runChild(
  program: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildResult> {
  const call = { program, args, ...options };
  // Only there is the helper built.
  if (process.env['VITEST'] === undefined) return await spawnChild(call);
  spawning ??= new SpawningProcess();
  return await spawning.run(call);
}

/** The same as a child of this very process. */
export async function spawnChild({ program, args, ...options }: ChildCall): Promise<ChildResult> {
  const { cwd, env, stdin } = options;
  const child = spawn(program, args, { cwd, env: { ...BARE_ENVIRONMENT, ...env } });
  const closed = once(child, 'close');
  // A child may end without reading its input; its exit code tells the story.
  child.stdin.on('error', () => undefined).end(stdin ?? '');
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr), closed]);
  return { stdout, stderr, code: child.exitCode };
}
