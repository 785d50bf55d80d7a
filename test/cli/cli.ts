// The command line in a workspace of a test.
import { fileURLToPath } from 'node:url';
import type { ChildResult } from '../support/child.ts';
import { runCli } from '../support/run-cli.ts';
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
  const workspace = await tempWorkspace(files);
  const { root } = workspace;
  return {
    workspace,
    run: async (...args) => outcomeOf(await runCli(args, { cwd: root })),
    runIn: async (directory, ...args) =>
      outcomeOf(await runCli(args, { cwd: workspace.path(directory) })),
    write: async (path, stdin, ...flags) =>
      outcomeOf(await runCli(['write', path, ...flags], { cwd: root, stdin })),
    [Symbol.asyncDispose]: async () => await workspace[Symbol.asyncDispose](),
  };
}

function outcomeOf({ stdout, stderr, code }: ChildResult): Outcome {
  return { stdout: stdout.toString(), stderr, code };
}

/** A run that went well and said nothing on stderr. */
export function printed(stdout: string): Outcome {
  return { stdout, stderr: '', code: 0 };
}
