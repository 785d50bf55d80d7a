import type { QueryMatch } from 'web-tree-sitter';
import { Captures, type Span } from './captures.ts';
import type { OutlineQuery } from './queries/outline-query.ts';
import { oneLine, unquoted } from './signature.ts';
import type { SymbolKind } from './symbol.ts';

/** A symbol as one pattern saw it. Places count UTF-16 units of the text. */
export interface Candidate {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
  /** The container that the pattern names, for members written outside of it. */
  readonly container: string | undefined;
  readonly isHiddenWhenLocal: boolean;
  readonly isHiddenWhenInside: boolean;
  readonly start: number;
  readonly end: number;
  /** Where the name is: a symbol that several patterns see has one name. */
  readonly nameStart: number;
  /** The first pattern of a query that sees a symbol describes it. */
  readonly pattern: number;
}

/** What a match tells; undefined for one without a name, as broken source has them. */
export function candidateOf(
  match: QueryMatch,
  text: string,
  { receiver }: OutlineQuery,
): Candidate | undefined {
  const found = new Captures(match, text, receiver);
  const name = unquoted(found.fill('name'));
  const { symbol } = found;
  if (symbol === undefined || name === '') return undefined;
  return {
    name,
    kind: symbol.kind,
    signature: oneLine(found.fill('signature')),
    container: found.container,
    isHiddenWhenLocal: match.setProperties?.['local'] === 'hidden',
    isHiddenWhenInside: match.setProperties?.['level'] === 'file',
    start: startOf(match) ?? symbol.start,
    end: trimmedEnd(text, symbol),
    nameStart: found.nameStart ?? symbol.start,
    pattern: match.patternIndex,
  };
}

function startOf({ captures }: QueryMatch): number | undefined {
  return captures.find(({ name }) => name === 'start')?.node.startIndex;
}

/** Nodes of some grammars take the blank lines below them: symbols end with their last text. */
function trimmedEnd(text: string, { start, end }: Span): number {
  let last = Math.min(end, text.length);
  while (last > start && /\s/.test(text[last - 1] ?? '')) last -= 1;
  return last;
}
