import { isStagedFsError } from '../base/errors.ts';
import { printChanges } from '../diff/print/print-changes.ts';
import { type DiffReply, type DiffTask, requestOf } from './diff-task-codec.ts';
import { movedWith } from './moved.ts';
import { BytePacker, memoryOf } from './packed-bytes.ts';

/** Prints in a worker: its answer is a `DiffReply` on the other side. Throws only for bugs. */
export type DiffRunner = (task: DiffTask) => object;

/** Does one task. */
export const runDiff: DiffRunner = (task) => {
  try {
    return printedReply(printChanges(requestOf(task)));
  } catch (error) {
    if (!isStagedFsError(error)) throw error;
    const reply: DiffReply = { kind: 'failed', error: error.toJSON() };
    return reply;
  }
};

function printedReply(printed: readonly Uint8Array[]): object {
  const packer = new BytePacker();
  for (const piece of printed) packer.add(piece);
  const pieces = packer.finish();
  const reply: DiffReply = { kind: 'printed', pieces };
  return movedWith(reply, memoryOf(pieces));
}
