import type { QueryMatch } from 'web-tree-sitter';
import { cut, fillTemplate, oneLine, parameterList } from './signature.ts';
import { isSymbolKind, type SymbolKind } from './symbol.ts';

/** A piece of the text, in its UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The captures of a match, as texts. */
export class Captures {
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
      else this.#add(name, span);
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

  #add(name: string, span: Span): void {
    const spans = this.#spans.get(name);
    if (spans === undefined) this.#spans.set(name, [span]);
    else spans.push(span);
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
