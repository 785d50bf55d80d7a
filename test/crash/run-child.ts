// Child processes that run the built sources.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledChild } from '../support/compile-children.ts';

export function startChild(name: string, ...args: readonly string[]): ChildProcess {
  const program = compiledChild(new URL(`children/${name}.ts`, import.meta.url));
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return spawn(process.execPath, [program, ...args], { stdio: [...stdio] });
}

/** The signal that ended it, or its exit code. */
export async function endOf(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.signalCode ?? child.exitCode;
}

/** Runs `work` for every item, so many at a time. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const todo = [...items];
  const lane = async (): Promise<void> => {
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
