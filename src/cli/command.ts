import type { Shell } from './shell.ts';

/** Runs a command's work in a shell, with the options that stand before the command. */
export type Start = (work: (shell: Shell) => Promise<void>) => Promise<void>;

/** The examples at the end of a help text. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example:' : 'Examples:';
  return ['', title, ...lines.map((line) => `  $ ${line}`)].join('\n');
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
