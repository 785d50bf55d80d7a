import type { Grammars } from './grammars.ts';
import { packNodes } from './nodes.ts';
import { packSymbols } from './packed-symbols.ts';
import { type Parsed, parse } from './parser.ts';
import { OUTLINE_QUERIES } from './queries/index.ts';
import type { SyntaxSymbol } from './symbol.ts';
import { symbolsOf } from './symbols.ts';
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
  const query = await grammars.outlineQueryOf(task.language);
  const parsing = await parse(task, limits, grammars);
  if (parsing.result !== 'parsed') return { kind: 'refused', reason: parsing.result };
  const { parsed } = parsing;
  try {
    const outline = OUTLINE_QUERIES[task.language];
    const reply = replyTo(task, parsed, () => symbolsOf(parsed, { query, outline }));
    return reply ?? { kind: 'refused', reason: parsed.budget.haltedBy() ?? 'cancelled' };
  } finally {
    parsed.tree.delete();
  }
}

type ReadSymbols = () => readonly SyntaxSymbol[] | undefined;

function replyTo(
  task: SyntaxTask,
  parsed: Parsed,
  readSymbols: ReadSymbols,
): SyntaxReply | undefined {
  const hadErrors = parsed.tree.rootNode.hasError;
  if (task.kind === 'nodes') {
    const nodes = packNodes(parsed);
    return nodes && { kind: 'nodes', nodes, hadErrors };
  }
  const symbols = readSymbols();
  return symbols && { kind: 'symbols', symbols: packSymbols(symbols), hadErrors };
}
