import { isStagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { createNodeDisk } from '../disk/node-disk.ts';
import { openRegular } from '../disk/open-regular.ts';
import { hashFile } from './hash-file.ts';
import { moved } from './moved.ts';
import { abortedError } from './stop.ts';
import { isStopped, type ReadTask, type Task } from './task.ts';

/** Does tasks in a worker: its answer is a `Reply` on the other side. Rejects only for bugs. */
export type TaskRunner = (task: Task) => Promise<object>;

/** A runner on `disk`; on one of its own, always at once, where nobody waits for the event loop. */
export function createTaskRunner(disk: Disk = createNodeDisk({ mode: 'sync' })): TaskRunner {
  return async (task) => {
    try {
      return await runTask(disk, task);
    } catch (error) {
      if (!isStagedFsError(error)) throw error;
      return { kind: 'failed', error: error.toJSON() };
    }
  };
}

async function runTask(disk: Disk, task: Task): Promise<object> {
  const gate = (): void => {
    if (isStopped(task)) throw abortedError();
  };
  gate();
  if (task.kind === 'hash') return { kind: 'hashed', file: await hashFile(disk, task, gate) };
  return moved(await readRange(disk, task));
}

async function readRange(disk: Disk, task: ReadTask): Promise<Uint8Array> {
  const file = await openRegular(disk, task.path);
  try {
    return await file.read(task.offset, task.length);
  } finally {
    await file.close();
  }
}
