import { internal, StagedFsError } from '../base/errors.ts';
import { WeightedCache } from '../base/weighted-cache.ts';
import { Turn } from '../disk/turn.ts';
import type { Hasher } from '../pool/hasher.ts';
import type { Parser } from '../pool/parser.ts';
import { abortedError } from '../pool/stop.ts';
import { countNodes, type PackedNodes, unpackNodes } from '../syntax/nodes.ts';
import { OutlineFold, type OutlineItem } from '../syntax/outline.ts';
import { type PackedSymbols, unpackSymbols } from '../syntax/packed-symbols.ts';
import type { SyntaxSymbol } from '../syntax/symbol.ts';
import type { SyntaxNode } from '../syntax/syntax-node.ts';
import type { SyntaxReply, SyntaxTask } from '../syntax/task.ts';
import type { SourceNodes, Syntax, SyntaxSource } from './syntax.ts';

const MEBIBYTE = 1024 * 1024;

/** The longest source that is read, in bytes. */
export const LONGEST_SOURCE: number = 8 * MEBIBYTE;

const CACHE_LIMITS = { maxEntries: 256, maxWeight: 32 * MEBIBYTE } as const;

type Answer = Exclude<SyntaxReply, { readonly kind: 'refused' }>;

/**
 * Reads sources with `parser`; what is unchanged is not parsed again. Answers are kept packed, and
 * unpacked a bit at a time: each caller gets objects of its own, and none holds the event loop.
 */
export class SyntaxReader implements Syntax {
  readonly #parser: Parser;
  readonly #hasher: Hasher;
  readonly #cache: WeightedCache<Answer> = new WeightedCache(CACHE_LIMITS);
  readonly #turn: Turn = new Turn();

  constructor(parser: Parser, hasher: Hasher) {
    this.#parser = parser;
    this.#hasher = hasher;
  }

  async outline(source: SyntaxSource, maxDepth: number): Promise<OutlineItem[]> {
    const fold = new OutlineFold(maxDepth);
    await this.#eachSymbol(await this.#symbolsOf(source), (symbol) => fold.add(symbol));
    return fold.items;
  }

  async symbols(source: SyntaxSource): Promise<SyntaxSymbol[]> {
    const symbols: SyntaxSymbol[] = [];
    await this.#eachSymbol(await this.#symbolsOf(source), (symbol) => symbols.push(symbol));
    return symbols;
  }

  async nodes(source: SyntaxSource): Promise<SourceNodes> {
    const answer = await this.#ask(source, 'nodes');
    if (answer.kind !== 'nodes') unexpected();
    return { nodes: await this.#unpacked(answer.nodes), hadErrors: answer.hadErrors };
  }

  async #symbolsOf(source: SyntaxSource): Promise<PackedSymbols> {
    const answer = await this.#ask(source, 'symbols');
    return answer.kind === 'symbols' ? answer.symbols : unexpected();
  }

  async #eachSymbol(packed: PackedSymbols, take: (symbol: SyntaxSymbol) => void): Promise<void> {
    let count = 0;
    for (const symbol of unpackSymbols(packed)) {
      if (count % SYMBOLS_AT_ONCE === 0) await this.#breathe();
      count += 1;
      take(symbol);
    }
  }

  async #unpacked(packed: PackedNodes): Promise<SyntaxNode[]> {
    const nodes: SyntaxNode[] = [];
    for (let start = 0; start < countNodes(packed); start += NODES_AT_ONCE) {
      await this.#breathe();
      nodes.push(...unpackNodes(packed, start, start + NODES_AT_ONCE));
    }
    return nodes;
  }

  async #breathe(): Promise<void> {
    while (this.#turn.isOver()) await this.#turn.next();
  }

  async #ask(source: SyntaxSource, kind: SyntaxTask['kind']): Promise<Answer> {
    const { bytes, language, signal } = source;
    const options = signal === undefined ? {} : { signal };
    // Not even hashed.
    if (bytes.length > LONGEST_SOURCE) throw refusal('too_large', source);
    const digest = await this.#hasher.hashBytes(bytes, options);
    const key = [digest, language, kind].join(' ');
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const reply = await this.#parser.parse(taskOf(source, kind), options);
    if (reply.kind === 'refused') throw refusal(reply.reason, source);
    this.#cache.set(key, reply, weightOf(reply));
    return reply;
  }
}

/** Each 0.1 ms or so. */
const SYMBOLS_AT_ONCE = 256;
const NODES_AT_ONCE = 512;

function taskOf({ bytes, language }: SyntaxSource, kind: SyntaxTask['kind']): SyntaxTask {
  const deadlineMs = deadlineOf(bytes.length);
  return { kind, source: bytes, language, deadlineMs, maxBytes: LONGEST_SOURCE };
}

const BASE_MS = 5_000;

/** An idle machine takes up to 1.5 s a MiB, one with five programs to each processor 5 s. */
const MS_A_MEBIBYTE = 5_000;

function deadlineOf(bytes: number): number {
  return BASE_MS + Math.ceil((bytes / MEBIBYTE) * MS_A_MEBIBYTE);
}

/** In bytes, roughly. */
function weightOf(answer: Answer): number {
  if (answer.kind === 'nodes') return answer.nodes.fields.byteLength;
  const { text, fields } = answer.symbols;
  return 2 * text.length + fields.byteLength;
}

type Reason = Extract<SyntaxReply, { readonly kind: 'refused' }>['reason'];

function refusal(reason: Reason, { bytes, language }: SyntaxSource): StagedFsError {
  switch (reason) {
    case 'too_large':
      return new StagedFsError(
        'ERR_STAGED_TOO_LARGE',
        `The source has ${bytes.length} bytes; up to ${LONGEST_SOURCE} are parsed.`,
        { hint: 'Parse the start of it, with `max_bytes`.' },
      );
    case 'timed_out':
      return new StagedFsError(
        'ERR_STAGED_TOO_LARGE',
        `The source takes more than ${deadlineOf(bytes.length)} ms to parse.`,
        { hint: 'Parse the start of it, with `max_bytes`, or try again on an idle machine.' },
      );
    case 'crashed':
      return new StagedFsError(
        'ERR_STAGED_UNSUPPORTED',
        `The grammar of ${language} crashes on this source.`,
        { hint: 'Most often nesting that is too deep; parse a part of it.' },
      );
    case 'cancelled':
      return abortedError();
  }
}

function unexpected(): never {
  internal('A parser answered with something else than it was asked for.');
}
