import { isStagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { createNodeDisk } from '../disk/node-disk.ts';
import { hashFile } from './hash-file.ts';
import { abortedError } from './stop.ts';
import { type HashTask, isStopped, type Reply } from './task.ts';

/** Does tasks, in a worker or on this thread. Its promise rejects only for bugs. */
export type TaskRunner = (task: HashTask) => Promise<Reply>;

/** A runner on `disk`; on one of its own, always at once, where nobody waits for the event loop. */
export function createTaskRunner(disk: Disk = createNodeDisk({ mode: 'sync' })): TaskRunner {
  return async (task) => await runTask(disk, task);
}

async function runTask(disk: Disk, task: HashTask): Promise<Reply> {
  const gate = (): void => {
    if (isStopped(task)) throw abortedError();
  };
  try {
    return { kind: 'done', file: await hashFile(disk, task.path, gate) };
  } catch (error) {
    if (!isStagedFsError(error)) throw error;
    return { kind: 'failed', error: error.toJSON() };
  }
}
