// The command line as users get it: the built program in a process of its own.
import { fileURLToPath } from 'node:url';
import { type ChildOptions, type ChildResult, runChild } from './child.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export async function runCli(args: readonly string[], options: ChildOptions): Promise<ChildResult> {
  return await runChild(process.execPath, [MAIN, ...args], options);
}
