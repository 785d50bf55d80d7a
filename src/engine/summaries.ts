import { compareBytes } from '../base/compare-bytes.ts';
import { isStagedFsError } from '../base/errors.ts';
import { parseSessionId } from '../base/ids.ts';
import type { Disk } from '../disk/disk.ts';
import { ownerOf } from '../session/locate.ts';
import { SessionDir, stagedDirectoryOf } from '../session/session-dir.ts';
import { loadState } from '../session/state/load.ts';
import type { SessionSummary } from './types.ts';

/** Tells of every session that has state below `root`; one that can't be opened is listed too. */
export async function summarize(disk: Disk, root: string): Promise<readonly SessionSummary[]> {
  const staged = stagedDirectoryOf(root);
  if ((await disk.lstat(staged))?.kind !== 'directory') return [];
  const summaries: SessionSummary[] = [];
  for (const { name, kind } of await disk.list(staged)) {
    if (kind === 'directory')
      summaries.push(await summaryOf(disk, root, new SessionDir(staged, name)));
  }
  return summaries.sort((left, right) => compareBytes(left.sessionId, right.sessionId));
}

async function summaryOf(disk: Disk, root: string, directory: SessionDir): Promise<SessionSummary> {
  const name = directory.path.slice(directory.path.lastIndexOf('/') + 1);
  const sessionId = (await ownerOf(disk, directory)) ?? name;
  const lastActivityMs = await lastActivityOf(disk, directory);
  try {
    const loaded = await loadState({ disk, root, id: parseSessionId(sessionId), directory });
    await loaded.journal?.close();
    const { size, totalBytes } = loaded.upper;
    return { sessionId, mode: loaded.mode, pendingCount: size, totalBytes, lastActivityMs };
  } catch (error) {
    if (!isStagedFsError(error)) throw error;
    const nothing = { mode: 'staged', pendingCount: 0, totalBytes: 0 } as const;
    return { sessionId, ...nothing, lastActivityMs, error: error.message };
  }
}

async function lastActivityOf(disk: Disk, directory: SessionDir): Promise<number> {
  const stat = (await disk.lstat(directory.journal)) ?? (await disk.lstat(directory.manifest));
  return stat === undefined ? 0 : Math.floor(Number(stat.identity.mtimeNs) / 1e6);
}
