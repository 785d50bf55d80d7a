// What the contract of the disk is made of.
import { execFileSync } from 'node:child_process';
import { isStagedFsError, type StagedFsError } from '../../src/base/errors.ts';
import type { Awaitable, DiskFile } from '../../src/disk/disk.ts';
import type { TempWorkspace } from '../support/temp-workspace.ts';

export async function withFile(
  opening: Awaitable<DiskFile>,
  use: (file: DiskFile) => Promise<void>,
): Promise<void> {
  const file = await opening;
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

export async function text(bytes: Awaitable<Uint8Array | undefined>): Promise<string> {
  return Buffer.from((await bytes) ?? []).toString('utf8');
}

/** What an expected failure is about. */
export async function failureOf(
  call: () => Awaitable<unknown>,
): Promise<readonly (string | undefined)[]> {
  const { data } = await caught(call);
  return [data.verb, data.errno];
}

export async function caught(call: () => Awaitable<unknown>): Promise<StagedFsError> {
  try {
    await call();
  } catch (error) {
    if (isStagedFsError(error)) return error;
    throw error;
  }
  throw new Error('The call was expected to fail.');
}

export function plantFifo(ws: TempWorkspace, name = 'fifo'): void {
  execFileSync('mkfifo', ['-m', '600', ws.path(name)]);
}
