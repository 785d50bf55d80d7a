import { getSystemErrorMap } from 'node:util';
import { internal, isStagedFsError, StagedFsError } from '../base/errors.ts';
import { shownPath } from './shown-path.ts';

/** What each verb of the port was trying to do, for the message. */
const ATTEMPTS = {
  lstat: 'look at',
  list: 'list',
  readLink: 'read the link',
  realPath: 'resolve',
  open: 'open',
  readFile: 'read',
  createFile: 'create',
  makeDirectory: 'make the directory',
  removeDirectory: 'remove the directory',
  unlink: 'remove',
  rename: 'rename',
  exchange: 'exchange',
  link: 'link',
  symlink: 'make the link',
  chmod: 'change the permissions of',
  chown: 'change the owner of',
  setModified: 'set the time of',
  isWritable: 'ask whether we may write',
  copyFile: 'copy to',
  syncDirectory: 'sync the directory',
  freeBytes: 'measure the free space at',
  stat: 'look at',
  read: 'read',
  write: 'write',
  truncate: 'truncate',
  sync: 'sync',
  close: 'close',
  lock: 'lock',
} as const;

/** A verb of `Disk` or `DiskFile`, and `lock`. */
export type Verb = keyof typeof ATTEMPTS;

/** Which call failed, on what. */
export interface CallName {
  readonly verb: Verb;
  readonly path: string;
}

const ROOM = 'Free some space (or raise the quota) and try again; nothing staged was lost.';
const RIGHTS = 'Check who owns the path and what its permission bits allow.';
const IN_USE = 'Unmount what is mounted there, or change it in place; close what uses it.';
const HANDLES = 'Close what is not needed, or raise the limit (`ulimit -n`).';

const HINTS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', ROOM],
  ['EDQUOT', ROOM],
  ['EACCES', RIGHTS],
  ['EPERM', RIGHTS],
  ['EROFS', 'The file system is mounted read-only; remount it or choose another workspace.'],
  ['EBUSY', IN_USE],
  ['EMFILE', HANDLES],
  ['ENFILE', HANDLES],
]);

/** The error of a refused system call, with verb, path and errno. Errors of ours pass unchanged. */
export function ioError(cause: unknown, { verb, path }: CallName): StagedFsError {
  if (isStagedFsError(cause)) return cause;
  const errno = errnoOf(cause);
  if (errno === undefined) internal(`The disk verb \`${verb}\` failed in an unknown way.`, cause);
  const shown = shownPath(path);
  const message = `Could not ${ATTEMPTS[verb]} \`${shown}\`: ${errno}, ${explain(errno)}.`;
  const hint = HINTS.get(errno);
  const data = { path: shown, verb, errno, cause };
  return new StagedFsError('ERR_STAGED_IO', message, hint === undefined ? data : { ...data, hint });
}

/**
 * A failure at a name of ours as one at `path`, what the caller asked to write. Any other is returned
 * unchanged.
 */
export function errorAtTarget(error: unknown, ours: string, path: string): unknown {
  if (!isStagedFsError(error, 'ERR_STAGED_IO') || error.data.path !== shownPath(ours)) return error;
  const { verb, errno = 'EIO' } = error.data;
  const shown = shownPath(path);
  const message = `Could not write \`${shown}\`: ${errno}, ${explain(errno)}.`;
  const { hint } = error;
  const data = { path: shown, errno, cause: error, ...(verb !== undefined && { verb }) };
  return new StagedFsError('ERR_STAGED_IO', message, hint === undefined ? data : { ...data, hint });
}

/** The operating system's code of a raw error, such as `ENOENT`. */
export function errnoOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}

/** Whether a raw error says that nothing is at the path. */
export function isAbsence(cause: unknown): boolean {
  const errno = errnoOf(cause);
  return errno === 'ENOENT' || errno === 'ENOTDIR';
}

/** Whether a raw error says that we may not: not that the file is busy, or gone. */
export function isDenial(cause: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(cause) ?? '');
}

/** Whether `error` is ERR_STAGED_IO with one of these codes of the operating system. */
export function isIoError(error: unknown, ...errnos: readonly string[]): error is StagedFsError {
  if (!isStagedFsError(error, 'ERR_STAGED_IO')) return false;
  return error.data.errno !== undefined && errnos.includes(error.data.errno);
}

/** Does what may be left undone: on a disk that is full or read-only, in a directory moved away. */
export async function asFarAsPossible(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isIoError(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT')) throw error;
  }
}

function explain(errno: string): string {
  // A file that is mounted by itself, as containers do, can be neither replaced nor removed.
  if (errno === 'EBUSY') return 'in use, or a mount point';
  for (const [code, text] of getSystemErrorMap().values()) {
    if (code === errno) return text;
  }
  return 'refused by the operating system';
}
