import type { LanguageId } from '../syntax/languages.ts';
import type { OutlineItem } from '../syntax/outline.ts';
import type { SyntaxSymbol } from '../syntax/symbol.ts';
import type { SyntaxNode } from '../syntax/syntax-node.ts';

/** A source to read. */
export interface SyntaxSource {
  /** Up to 8 MiB. Undecodable bytes count as U+FFFD. */
  readonly bytes: Uint8Array;
  readonly language: LanguageId;
  readonly signal?: AbortSignal;
}

/** The syntax tree of a source. */
export interface SourceNodes {
  /** Breadth first: a node's `id` is its place in the list, the root's is 0. */
  readonly nodes: readonly SyntaxNode[];
  /** Whether the source does not follow its grammar. */
  readonly hadErrors: boolean;
}

/**
 * Reads the syntax of sources in worker threads. What did not change is not parsed again, and
 * broken sources are read in part. Answers are the caller's own.
 *
 * All methods throw ERR_STAGED_TOO_LARGE for a source of more than 8 MiB, or of more work than 5
 * seconds and another 5 for each MiB, ERR_STAGED_UNSUPPORTED for one that crashes its grammar, and
 * ERR_STAGED_ABORTED.
 *
 * @example
 * ```ts
 * import { openEngine } from 'staged-fs';
 *
 * const engine = await openEngine({ root: process.cwd() });
 * const bytes = Buffer.from('class Greeter {\n  greet() {}\n}\n');
 * const [greeter] = await engine.syntax.outline({ bytes, language: 'javascript' }, 0);
 * console.log(greeter?.kind, greeter?.name, greeter?.children[0]?.signature); // class Greeter greet()
 * await engine.close();
 * ```
 */
export interface Syntax {
  /** What the source defines, as a tree of up to `maxDepth` levels; 0 for all. */
  outline(source: SyntaxSource, maxDepth: number): Promise<readonly OutlineItem[]>;
  /** What the source defines, as a flat list. */
  symbols(source: SyntaxSource): Promise<readonly SyntaxSymbol[]>;
  /** Every node of the syntax tree. */
  nodes(source: SyntaxSource): Promise<SourceNodes>;
}
