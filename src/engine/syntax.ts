import type { LanguageId } from '../syntax/languages.ts';
import type { PackedNodes } from '../syntax/nodes.ts';
import type { OutlineItem } from '../syntax/outline.ts';
import type { SyntaxSymbol } from '../syntax/symbol.ts';

/** A source to read. */
export interface SyntaxSource {
  /** Up to 8 MiB. Undecodable bytes count as U+FFFD. */
  readonly bytes: Uint8Array;
  readonly language: LanguageId;
  readonly signal?: AbortSignal;
}

/** The nodes of a source's tree, packed: `unpackNodes` makes objects of them. */
export interface SourceNodes {
  readonly nodes: PackedNodes;
  /** Whether the source does not follow its grammar. */
  readonly hadErrors: boolean;
}

/**
 * Reads the syntax of sources in worker threads, each unchanged source once. Broken sources are
 * read in part.
 *
 * All methods throw ERR_STAGED_TOO_LARGE for a source of more than 8 MiB or 5 seconds of work,
 * ERR_STAGED_UNSUPPORTED for one that crashes its grammar, and ERR_STAGED_ABORTED.
 */
export interface Syntax {
  /** What the source defines, as a tree of up to `maxDepth` levels; 0 for all. */
  outline(source: SyntaxSource, maxDepth: number): Promise<readonly OutlineItem[]>;
  /** What the source defines, as a flat list. */
  symbols(source: SyntaxSource): Promise<readonly SyntaxSymbol[]>;
  /** Every node of the syntax tree. */
  nodes(source: SyntaxSource): Promise<SourceNodes>;
}
