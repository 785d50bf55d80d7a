import { isStagedFsError } from '../base/errors.ts';
import {
  directoryNameOf,
  hashedDirectoryNameOf,
  parseSessionId,
  type SessionId,
} from '../base/ids.ts';
import type { Disk } from '../disk/disk.ts';
import { SessionDir, stagedDirectoryOf } from './session-dir.ts';

/**
 * The directory of a session. Its plain name, unless a twin has that: an id equal but for case on
 * a disk that folds case, or one whose hashed form spells this id.
 */
export async function locateSession(disk: Disk, root: string, id: SessionId): Promise<SessionDir> {
  const staged = stagedDirectoryOf(root);
  const plain = new SessionDir(staged, directoryNameOf(id));
  const owner = await ownerOf(disk, plain);
  if (owner === undefined || owner === id || !isTwin(id, owner)) return plain;
  return new SessionDir(staged, hashedDirectoryNameOf(id));
}

/** The id in a session's manifest, read without loading it; undefined when it can't be told. */
export async function ownerOf(disk: Disk, directory: SessionDir): Promise<string | undefined> {
  if ((await disk.lstat(directory.manifest))?.kind !== 'file') return undefined;
  const file = await disk.open(directory.manifest, 'read');
  try {
    // The id is the second field that both programs write; ids are short.
    const head = Buffer.from(await file.read(0, HEAD_BYTES)).toString('utf8');
    const literal = /"session_id"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
    return literal === undefined ? undefined : parsedString(literal);
  } finally {
    await file.close();
  }
}

const HEAD_BYTES = 8192;

function parsedString(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

// Whether the owner rightly has that directory.
function isTwin(id: SessionId, owner: string): boolean {
  try {
    const name = directoryNameOf(parseSessionId(owner));
    return name.toLowerCase() === directoryNameOf(id).toLowerCase();
  } catch (error) {
    if (isStagedFsError(error)) return false;
    throw error;
  }
}
