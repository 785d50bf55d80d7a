import { type Language, Parser, type Tree } from 'web-tree-sitter';
import { type Budget, type BudgetOptions, createBudget, type Halt } from './budget.ts';
import type { Grammars } from './grammars.ts';
import type { LanguageId } from './languages.ts';
import { repaired } from './source-repair.ts';
import { SourceText } from './source-text.ts';

/** How much a parse may cost. */
export interface ParseLimits extends BudgetOptions {
  /** A longer source is not parsed at all. */
  readonly maxBytes: number;
}

/** A parsed source. The tree is memory of the parser: whoever has it deletes it. */
export interface Parsed {
  readonly tree: Tree;
  readonly source: SourceText;
  /** What is left for the work on the tree. */
  readonly budget: Budget;
}

/** Why there is no tree. `crashed`: the memory of this thread's parser is ruined. */
export type Refusal = Halt | 'too_large' | 'crashed';

/** A parsed source, or why there is none. Broken source parses too. */
export type ParseResult =
  | { readonly result: 'parsed'; readonly parsed: Parsed }
  | { readonly result: Refusal };

/** What to parse. */
export interface ParseInput {
  readonly source: Uint8Array;
  readonly language: LanguageId;
}

/** Parses a source within `limits`. */
export async function parse(
  input: ParseInput,
  limits: ParseLimits,
  grammars: Grammars,
): Promise<ParseResult> {
  if (input.source.length > limits.maxBytes) return { result: 'too_large' };
  const grammar = await grammars.grammarOf(input.language);
  const source = new SourceText(input.source);
  const budget = createBudget(limits);
  const tree = parseText(grammar, repaired(source.text, input.language), budget);
  return 'result' in tree ? tree : { result: 'parsed', parsed: { tree, source, budget } };
}

function parseText(
  grammar: Language,
  text: string,
  budget: Budget,
): Tree | { readonly result: Refusal } {
  const parser = new Parser().setLanguage(grammar);
  const progressCallback = (): boolean => budget.haltedBy() !== undefined;
  let tree: Tree | null;
  try {
    tree = parser.parse(text, null, { progressCallback });
  } catch {
    // A trap in a grammar's own code: not even the parser can be deleted safely.
    return { result: 'crashed' };
  }
  parser.delete();
  return tree ?? { result: budget.haltedBy() ?? 'cancelled' };
}
