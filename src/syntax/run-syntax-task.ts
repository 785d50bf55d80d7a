import type { Grammars } from './grammars.ts';
import { packNodes } from './nodes.ts';
import { packSymbols } from './packed-symbols.ts';
import { type Parsed, parse } from './parser.ts';
import { OUTLINE_QUERIES } from './queries/index.ts';
import { type CompiledQuery, symbolsOf } from './symbols.ts';
import type { SyntaxReply, SyntaxTask } from './task.ts';

/** What a task runs with. */
export interface SyntaxContext {
  /** Kept from task to task: loading one costs more than most parses. */
  readonly grammars: Grammars;
  /** Asked many times a millisecond. @default never */
  readonly isCancelled?: () => boolean;
}

/**
 * Does a task on this thread, which it holds for as long as `deadlineMs`. Rejects when a grammar
 * cannot be read, and for bugs. A grammar that crashes, or a bug, may leave its memory ruined, which
 * all grammars of a thread share: the thread must then end.
 */
export async function runSyntaxTask(
  task: SyntaxTask,
  { grammars, isCancelled }: SyntaxContext,
): Promise<SyntaxReply> {
  const limits = isCancelled === undefined ? task : { ...task, isCancelled };
  // Compiled only where it is used: that of C++ takes a second.
  const query = task.kind === 'symbols' ? await grammars.outlineQueryOf(task.language) : undefined;
  const parsing = await parse(task, limits, grammars);
  if (parsing.result !== 'parsed') return { kind: 'refused', reason: parsing.result };
  const { parsed } = parsing;
  try {
    const outline = OUTLINE_QUERIES[task.language];
    const reply =
      query === undefined ? nodesReply(parsed) : symbolsReply(parsed, { query, outline });
    return reply ?? { kind: 'refused', reason: parsed.budget.haltedBy() ?? 'cancelled' };
  } finally {
    parsed.tree.delete();
  }
}

function nodesReply(parsed: Parsed): SyntaxReply | undefined {
  const nodes = packNodes(parsed);
  return nodes && { kind: 'nodes', nodes, hadErrors: hasErrors(parsed) };
}

function symbolsReply(parsed: Parsed, compiled: CompiledQuery): SyntaxReply | undefined {
  const symbols = symbolsOf(parsed, compiled);
  const hadErrors = hasErrors(parsed);
  return symbols && { kind: 'symbols', symbols: packSymbols(symbols), hadErrors };
}

function hasErrors({ tree }: Parsed): boolean {
  return tree.rootNode.hasError;
}
