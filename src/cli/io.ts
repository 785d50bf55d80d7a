import type { Readable, Writable } from 'node:stream';

/** A stream to print to; `isTTY` when a person looks at it, in so many columns. */
export type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a run of the program has to do with the outside. */
export interface CliIo {
  readonly stdin: Readable;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; undefined when the current directory was deleted. */
  readonly cwd: string | undefined;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}
