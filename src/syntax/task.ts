import type { LanguageId } from './languages.ts';
import type { PackedNodes } from './nodes.ts';
import type { OutlineItem } from './outline.ts';
import type { Refusal } from './parser.ts';
import type { SymbolKind, SyntaxSymbol } from './symbol.ts';

/** What to read from a source. Everything here crosses threads by structured clone. */
export type SyntaxTask = SyntaxInput &
  (
    | { readonly kind: 'nodes' }
    /** `kinds`: which ones to tell. @default all */
    | { readonly kind: 'symbols'; readonly kinds?: readonly SymbolKind[] }
    /** `maxDepth`: levels to keep. @default 0, which keeps all */
    | { readonly kind: 'outline'; readonly maxDepth?: number }
  );

/** The source, and what reading it may cost. */
interface SyntaxInput {
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
  | {
      readonly kind: 'symbols';
      readonly symbols: readonly SyntaxSymbol[];
      readonly hadErrors: boolean;
    }
  | {
      readonly kind: 'outline';
      readonly items: readonly OutlineItem[];
      readonly hadErrors: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: Refusal };
