import type { LanguageId } from './languages.ts';
import type { PackedNodes } from './nodes.ts';
import type { PackedSymbols } from './packed-symbols.ts';
import type { Refusal } from './parser.ts';

/** What to read from a source. Everything here crosses threads by structured clone. */
export interface SyntaxTask {
  /** All nodes, or what the source defines. */
  readonly kind: 'nodes' | 'symbols';
  readonly source: Uint8Array;
  readonly language: LanguageId;
  /** Milliseconds, from the moment the task runs and its grammar is loaded. */
  readonly deadlineMs: number;
  /** A longer source is refused. To read the start of a file, give the start. */
  readonly maxBytes: number;
}

/** What was read, or why nothing was. After `crashed` the thread must not parse again. `hadErrors`: the source does not follow its grammar. */
export type SyntaxReply =
  | { readonly kind: 'nodes'; readonly nodes: PackedNodes; readonly hadErrors: boolean }
  | { readonly kind: 'symbols'; readonly symbols: PackedSymbols; readonly hadErrors: boolean }
  | { readonly kind: 'refused'; readonly reason: Refusal };
