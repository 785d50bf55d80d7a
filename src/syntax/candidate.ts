import type { QueryMatch } from 'web-tree-sitter';
import type { OutlineQuery } from './queries/outline-query.ts';
import { cut, fillTemplate, oneLine, parameterList, unquoted } from './signature.ts';
import { isSymbolKind, type SymbolKind } from './symbol.ts';

/** A symbol as one pattern saw it. Places count UTF-16 units of the text. */
export interface Candidate {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
  /** The container that the pattern names, for members written outside of it. */
  readonly container: string | undefined;
  readonly isHiddenWhenLocal: boolean;
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
    start: symbol.start,
    end: trimmedEnd(text, symbol),
    nameStart: found.nameStart ?? symbol.start,
    pattern: match.patternIndex,
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The captures of a match, as texts. */
class Captures {
  readonly symbol: (Span & { readonly kind: SymbolKind }) | undefined;
  readonly #match: QueryMatch;
  readonly #text: string;
  readonly #receiver: string | undefined;
  readonly #spans = new Map<string, Span[]>();

  constructor(match: QueryMatch, text: string, receiver: string | undefined) {
    this.#match = match;
    this.#text = text;
    this.#receiver = receiver;
    for (const { name, node } of match.captures) {
      const span = { start: node.startIndex, end: node.endIndex };
      if (isSymbolKind(name)) this.symbol = { ...span, kind: name };
      else this.#spans.set(name, [...(this.#spans.get(name) ?? []), span]);
    }
  }

  get container(): string | undefined {
    const text = this.#textOf('container');
    return text === '' ? undefined : oneLine(text);
  }

  get nameStart(): number | undefined {
    return this.#spans.get('name')?.[0]?.start;
  }

  /** The text that the pattern sets, with its captures filled in; without one, the name. */
  fill(property: 'name' | 'signature'): string {
    const template = this.#match.setProperties?.[property] ?? '{name}';
    return fillTemplate(template, (name) => this.#value(name));
  }

  #value(name: string): string {
    if (name === 'parameters') return this.#parameters();
    if (name === 'head') return cut(oneLine(this.#between(this.symbol, this.#first('body'))));
    return cut(oneLine(this.#textOf(name)));
  }

  #parameters(): string {
    const from = this.#first('from');
    const to = this.#spans.get('to')?.at(-1);
    const list = to === undefined ? this.#textOf('parameters') : this.#between(from, to, to.end);
    return parameterList(list, this.#receiver);
  }

  #first(name: string): Span | undefined {
    return this.#spans.get(name)?.[0];
  }

  #textOf(name: string): string {
    const spans = this.#spans.get(name) ?? [];
    return spans.map(({ start, end }) => this.#text.slice(start, end)).join('');
  }

  #between(from: Span | undefined, to: Span | undefined, end = to?.start): string {
    return from === undefined ? '' : this.#text.slice(from.start, end ?? from.end);
  }
}

/** Nodes of some grammars take the blank lines below them: symbols end with their last text. */
function trimmedEnd(text: string, { start, end }: Span): number {
  let last = Math.min(end, text.length);
  while (last > start && /\s/.test(text[last - 1] ?? '')) last -= 1;
  return last;
}
