import { createNodeDisk } from '../disk/node-disk.ts';
import { stagedDirectoryOf } from '../session/session-dir.ts';

/** The nearest directory at or above `start` that has sessions; `start` itself when none has. */
export async function findWorkspaceRoot(start: string): Promise<string> {
  const disk = createNodeDisk();
  for (let at = start; ; ) {
    const stat = await disk.lstat(stagedDirectoryOf(at));
    if (stat?.kind === 'directory') return at;
    const parent = at.slice(0, at.lastIndexOf('/')) || '/';
    if (parent === at) return start;
    at = parent;
  }
}
