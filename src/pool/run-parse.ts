import { fileURLToPath } from 'node:url';
import { internal } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { createNodeDisk } from '../disk/node-disk.ts';
import { grammarUrl } from '../syntax/grammar-url.ts';
import { createGrammars } from '../syntax/grammars.ts';
import { runSyntaxTask } from '../syntax/run-syntax-task.ts';
import type { SyntaxReply } from '../syntax/task.ts';
import { movedWith } from './moved.ts';
import { noteBegin, type ParseTask } from './parse-task.ts';
import { isStopped } from './task.ts';

/** Parses in a worker: its answer is a `ParseReply` on the other side. Rejects only for bugs. */
export type ParseRunner = (task: ParseTask) => Promise<object>;

/** A runner on `disk`, which keeps its grammars; after a crash it only tells that it is ruined. */
export function createParseRunner(disk: Disk = createNodeDisk({ mode: 'sync' })): ParseRunner {
  const grammars = createGrammars(async (grammar) => await readGrammar(disk, grammar));
  let isRuined = false;
  return async (task) => {
    if (isRuined) return { kind: 'ruined' };
    noteBegin(task);
    const isCancelled = (): boolean => isStopped(task);
    // Also when it rejects.
    isRuined = true;
    const reply = await runSyntaxTask(task.task, { grammars, isCancelled });
    isRuined = reply.kind === 'refused' && reply.reason === 'crashed';
    return answer(reply);
  };
}

async function readGrammar(disk: Disk, grammar: string): Promise<Uint8Array> {
  const path = fileURLToPath(grammarUrl(grammar));
  // Some package managers make every file a link.
  const bytes = await disk.readFile((await disk.realPath(path)) ?? path);
  return bytes ?? internal(`The grammar \`${grammar}\` is missing from the package.`);
}

function answer(reply: SyntaxReply): object {
  if (reply.kind === 'refused') return reply;
  const { fields } = reply.kind === 'nodes' ? reply.nodes : reply.symbols;
  return movedWith(reply, [fields.buffer]);
}
