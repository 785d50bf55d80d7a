import { readdir, readFile } from 'node:fs/promises';
import { grammarUrl } from '../../../src/syntax/grammar-url.ts';
import { createGrammars, type Grammars } from '../../../src/syntax/grammars.ts';
import type { LanguageId } from '../../../src/syntax/languages.ts';
import { unpackNodes } from '../../../src/syntax/nodes.ts';
import { OutlineFold, type OutlineItem } from '../../../src/syntax/outline.ts';
import { unpackSymbols } from '../../../src/syntax/packed-symbols.ts';
import { runSyntaxTask } from '../../../src/syntax/run-syntax-task.ts';
import type { SyntaxSymbol } from '../../../src/syntax/symbol.ts';
import type { SyntaxNode } from '../../../src/syntax/syntax-node.ts';
import type { SyntaxReply, SyntaxTask } from '../../../src/syntax/task.ts';

const FIXTURES = new URL('../../fixtures/syntax/', import.meta.url);

/** Limits that no honest test meets. */
export const LIMITS: { deadlineMs: number; maxBytes: number } = {
  deadlineMs: 60_000,
  maxBytes: 67_108_864,
};

/** One for the test file: loading grammars takes longest. */
export const grammars: Grammars = createGrammars(async (grammar) => {
  return await readFile(grammarUrl(grammar));
});

/** The names of the languages that have a fixture. */
export async function fixtureLanguages(): Promise<string[]> {
  return (await readdir(FIXTURES)).sort();
}

export async function fixtureSource(language: LanguageId): Promise<string> {
  const folder = new URL(`${language}/`, FIXTURES);
  const name = (await readdir(folder)).find((entry) => entry.startsWith('source.'));
  return await readFile(new URL(name ?? 'source.txt', folder), 'utf8');
}

export async function fixtureOutline(language: LanguageId): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`${language}/outline.json`, FIXTURES), 'utf8'));
}

export type Text = string | Uint8Array;

export async function run(task: SyntaxTask): Promise<SyntaxReply> {
  return await runSyntaxTask(task, { grammars });
}

interface Outlined {
  readonly items: readonly OutlineItem[];
  readonly hadErrors: boolean;
}

export async function outline(language: LanguageId, text: Text, maxDepth = 0): Promise<Outlined> {
  const { symbols: found, hadErrors } = await readSymbols(language, text);
  return { items: folded(found, maxDepth), hadErrors };
}

export async function symbols(language: LanguageId, text: Text): Promise<readonly SyntaxSymbol[]> {
  return (await readSymbols(language, text)).symbols;
}

export function folded(found: readonly SyntaxSymbol[], maxDepth = 0): readonly OutlineItem[] {
  const fold = new OutlineFold(maxDepth);
  for (const symbol of found) fold.add(symbol);
  return fold.items;
}

async function readSymbols(
  language: LanguageId,
  text: Text,
): Promise<{ readonly symbols: readonly SyntaxSymbol[]; readonly hadErrors: boolean }> {
  const reply = await run({ kind: 'symbols', language, source: bytes(text), ...LIMITS });
  if (reply.kind !== 'symbols') throw new Error(JSON.stringify(reply));
  return { symbols: [...unpackSymbols(reply.symbols)], hadErrors: reply.hadErrors };
}

export async function nodes(language: LanguageId, text: Text): Promise<SyntaxNode[]> {
  const reply = await run({ kind: 'nodes', language, source: bytes(text), ...LIMITS });
  if (reply.kind !== 'nodes') throw new Error(JSON.stringify(reply));
  return unpackNodes(reply.nodes);
}

/** An outline as indented lines `name start-end`. */
export function drawn(items: readonly OutlineItem[], indent = ''): string[] {
  return items.flatMap((item) => [
    `${indent}${item.name} ${item.start_row}-${item.end_row}`,
    ...drawn(item.children, `${indent}  `),
  ]);
}

export function bytes(text: Text): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text) : text;
}
