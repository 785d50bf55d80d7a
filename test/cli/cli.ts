// The command line in a workspace of a test: run here, on streams in memory; in a process of its own, as
// users have it, when every case is tried, and by the tests of pipes, exit codes and signals.
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../src/cli/run-cli.ts';
import { BARE_ENVIRONMENT, type ChildOptions, type ChildResult } from '../support/child.ts';
import { MemorySink } from '../support/memory-sink.ts';
import { runCli as runProgram } from '../support/run-cli.ts';
import { isLong } from '../support/sampled.ts';
import { type Planted, type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

/** The built program, for tests that keep it running or put it in a pipe. */
export const MAIN: string = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface CliFixture extends AsyncDisposable {
  readonly workspace: TempWorkspace;
  /** Runs in the workspace, or in a directory of it. */
  readonly run: (...args: string[]) => Promise<Outcome>;
  readonly runIn: (directory: string, ...args: string[]) => Promise<Outcome>;
  readonly write: (path: string, body: string | Uint8Array, ...flags: string[]) => Promise<Outcome>;
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

export async function cliFixture(
  files: Readonly<Record<string, Planted>> = {},
): Promise<CliFixture> {
  return await fixtureOf(files, isLong ? runProgram : runHere);
}

/** The same with every command in a process of its own. */
export async function programFixture(
  files: Readonly<Record<string, Planted>> = {},
): Promise<CliFixture> {
  return await fixtureOf(files, runProgram);
}

async function fixtureOf(
  files: Readonly<Record<string, Planted>>,
  run: typeof runProgram,
): Promise<CliFixture> {
  const workspace = await tempWorkspace(files);
  const { root } = workspace;
  return {
    workspace,
    run: async (...args) => outcomeOf(await run(args, { cwd: root })),
    runIn: async (directory, ...args) =>
      outcomeOf(await run(args, { cwd: workspace.path(directory) })),
    write: async (path, stdin, ...flags) =>
      outcomeOf(await run(['write', path, ...flags], { cwd: root, stdin })),
    [Symbol.asyncDispose]: async () => await workspace[Symbol.asyncDispose](),
  };
}

/** Runs the command line in this process. */
export async function runHere(
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildResult> {
  const [stdout, stderr] = [new MemorySink(), new MemorySink()];
  const code = await runCli(args, {
    stdin: Readable.from([Buffer.from(options.stdin ?? '')]),
    stdout,
    stderr,
    env: { ...BARE_ENVIRONMENT, ...options.env },
    cwd: options.cwd,
    signal: new AbortController().signal,
  });
  return { stdout: stdout.bytes, stderr: stderr.bytes.toString(), code };
}

function outcomeOf({ stdout, stderr, code }: ChildResult): Outcome {
  return { stdout: stdout.toString(), stderr, code };
}

/** A run that went well and said nothing on stderr. */
export function printed(stdout: string): Outcome {
  return { stdout, stderr: '', code: 0 };
}
