import { type Language, Parser, type Tree } from 'web-tree-sitter';
import { type Budget, type BudgetOptions, createBudget, type Halt } from './budget.ts';
import type { Grammars } from './grammars.ts';
import { LANGUAGES, type LanguageId } from './languages.ts';
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

/** A parsed source, or why there is none. Broken source parses too. */
export type ParseResult =
  | { readonly result: 'parsed'; readonly parsed: Parsed }
  | { readonly result: Halt | 'too_large' };

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
  const tree = parseText(grammar, parsedText(source.text, input.language), budget);
  return tree === null
    ? { result: budget.haltedBy() ?? 'cancelled' }
    : { result: 'parsed', parsed: { tree, source, budget } };
}

/** A few grammars take a last line without its end for an error. */
function parsedText(text: string, language: LanguageId): string {
  const isComplete = text.endsWith('\n') || LANGUAGES[language].needsLastLineEnd !== true;
  return isComplete ? text : `${text}\n`;
}

function parseText(grammar: Language, text: string, budget: Budget): Tree | null {
  const parser = new Parser();
  try {
    parser.setLanguage(grammar);
    return parser.parse(text, null, { progressCallback: () => budget.haltedBy() !== undefined });
  } finally {
    parser.delete();
  }
}
