import { internal, StagedFsError } from '../base/errors.ts';
import type { Hasher } from '../pool/hasher.ts';
import type { Parser } from '../pool/parser.ts';
import { abortedError } from '../pool/stop.ts';
import type { OutlineItem } from '../syntax/outline.ts';
import type { SyntaxSymbol } from '../syntax/symbol.ts';
import type { SyntaxReply, SyntaxTask } from '../syntax/task.ts';
import type { SourceNodes, Syntax, SyntaxSource } from './syntax.ts';
import { WeightedCache } from './weighted-cache.ts';

/** What reading a source may cost. */
const LIMITS = { deadlineMs: 5_000, maxBytes: 8 * 1024 * 1024 } as const;
const CACHE_LIMITS = { maxEntries: 256, maxWeight: 32 * 1024 * 1024 } as const;

/** The longest source that is read. */
export const LONGEST_SOURCE: number = LIMITS.maxBytes;

type Answer = Exclude<SyntaxReply, { readonly kind: 'refused' }>;
type Question = { readonly kind: 'nodes' | 'symbols' } | OutlineQuestion;
type OutlineQuestion = { readonly kind: 'outline'; readonly maxDepth: number };

/** Reads sources with `parser`; what is unchanged is not parsed again. */
export class SyntaxReader implements Syntax {
  readonly #parser: Parser;
  readonly #hasher: Hasher;
  readonly #cache: WeightedCache<Answer> = new WeightedCache(CACHE_LIMITS);

  constructor(parser: Parser, hasher: Hasher) {
    this.#parser = parser;
    this.#hasher = hasher;
  }

  async outline(source: SyntaxSource, maxDepth: number): Promise<readonly OutlineItem[]> {
    const answer = await this.#ask(source, { kind: 'outline', maxDepth });
    return answer.kind === 'outline' ? answer.items : unexpected();
  }

  async symbols(source: SyntaxSource): Promise<readonly SyntaxSymbol[]> {
    const answer = await this.#ask(source, { kind: 'symbols' });
    return answer.kind === 'symbols' ? answer.symbols : unexpected();
  }

  async nodes(source: SyntaxSource): Promise<SourceNodes> {
    const answer = await this.#ask(source, { kind: 'nodes' });
    return answer.kind === 'nodes' ? answer : unexpected();
  }

  async #ask(source: SyntaxSource, question: Question): Promise<Answer> {
    const { bytes, language, signal } = source;
    const options = signal === undefined ? {} : { signal };
    // Not even hashed.
    if (bytes.length > LIMITS.maxBytes) throw refusal('too_large', source);
    const digest = await this.#hasher.hashBytes(bytes, options);
    const depth = question.kind === 'outline' ? question.maxDepth : 0;
    const key = [digest, language, question.kind, depth].join(' ');
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const task: SyntaxTask = { ...question, source: bytes, language, ...LIMITS };
    const reply = await this.#parser.parse(task, options);
    if (reply.kind === 'refused') throw refusal(reply.reason, source);
    this.#cache.set(key, reply, weightOf(reply));
    return reply;
  }
}

const ITEM_BYTES = 200;

function weightOf(answer: Answer): number {
  if (answer.kind === 'nodes') return answer.nodes.fields.byteLength;
  return answer.kind === 'symbols' ? weightOfItems(answer.symbols) : weightOfItems(answer.items);
}

function weightOfItems(items: readonly (SyntaxSymbol | OutlineItem)[]): number {
  let weight = 0;
  for (const item of items) {
    weight += ITEM_BYTES + item.name.length + item.signature.length;
    if ('children' in item) weight += weightOfItems(item.children);
  }
  return weight;
}

type Reason = Extract<SyntaxReply, { readonly kind: 'refused' }>['reason'];

function refusal(reason: Reason, { bytes, language }: SyntaxSource): StagedFsError {
  switch (reason) {
    case 'too_large':
      return new StagedFsError(
        'ERR_STAGED_TOO_LARGE',
        `The source has ${bytes.length} bytes; up to ${LIMITS.maxBytes} are parsed.`,
        { hint: 'Parse the start of it, with `max_bytes`.' },
      );
    case 'timed_out':
      return new StagedFsError(
        'ERR_STAGED_TOO_LARGE',
        `The source takes more than ${LIMITS.deadlineMs} ms to parse.`,
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
