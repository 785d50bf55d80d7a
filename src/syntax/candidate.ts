import type { Node, QueryMatch } from 'web-tree-sitter';
import { Captures } from './captures.ts';
import type { OutlineQuery } from './queries/outline-query.ts';
import { oneLine, unquoted } from './signature.ts';
import type { SymbolKind } from './symbol.ts';
import { trimmedEnd } from './trimmed-end.ts';

/** A symbol as one pattern saw it. Places count UTF-16 units of the text. */
export interface Candidate {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
  /** The container that the pattern names, for members written outside of it. */
  readonly container: string | undefined;
  readonly isHiddenWhenLocal: boolean;
  /** Where alone it is shown. */
  readonly level: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The level of the section that it begins; 0 when it ends where its node does. */
  readonly section: number;
  /** Where the name is: a symbol that several patterns see has one name. */
  readonly nameStart: number;
  /** The first pattern of a query that sees a symbol describes it. */
  readonly pattern: number;
}

/** What a match tells; undefined for one without a name, as broken source has them. */
export function candidateOf(
  match: QueryMatch,
  text: string,
  { receiver, nameEnding }: OutlineQuery,
): Candidate | undefined {
  const found = new Captures(match, text, receiver);
  const cut = (line: string): string => (nameEnding ? line.replace(nameEnding, '') : line);
  const name = unquoted(cut(found.fill('name')));
  const { symbol } = found;
  if (symbol === undefined || name === '') return undefined;
  return {
    name,
    kind: symbol.kind,
    signature: match.setProperties?.['signature'] ? cut(oneLine(found.fill('signature'))) : name,
    container: found.container,
    isHiddenWhenLocal: match.setProperties?.['local'] === 'hidden',
    level: match.setProperties?.['level'] ?? undefined,
    start: placeOf(match, 'start')?.startIndex ?? symbol.start,
    end: trimmedEnd(text, { ...symbol, end: placeOf(match, 'end')?.endIndex ?? symbol.end }),
    section: sectionOf(match),
    nameStart: found.nameStart ?? symbol.start,
    pattern: match.patternIndex,
  };
}

function placeOf({ captures }: QueryMatch, side: 'start' | 'end'): Node | undefined {
  return captures.find(({ name }) => name === side)?.node;
}

/** By the marks that the pattern sets, or captures. */
function sectionOf({ captures, setProperties }: QueryMatch): number {
  const marks = captures.find(({ name }) => name === 'section')?.node.text;
  return (setProperties?.['section'] ?? marks)?.trim().length ?? 0;
}
