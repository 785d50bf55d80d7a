import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import type { Disk, DiskFile } from '../disk.ts';
import { isIoError } from '../io-error.ts';
import { loadNativeAddon, type NativeAddon } from '../native-addon.ts';
import { temporaryNameFor } from '../write-atomic.ts';
import type { LockMaker } from './lock.ts';
import { thisProcess } from './lock-owner.ts';
import { NativeLock } from './native-lock.ts';
import { PidLock } from './pid-lock.ts';

type LockKind = LockMaker['kind'];

/** Options of `openLockMaker`. */
export interface LockMakerOptions {
  /** Takes this kind or fails; for tests. @default 'native' where it works, else 'pid' */
  readonly forceKind?: LockKind;
}

/**
 * The locks of the workspace whose state is in the directory `stateRoot`, which must exist. Its
 * first user records the kind in `.lock-kind`; all others follow, as two kinds do not see each other.
 * @throws ERR_STAGED_UNSUPPORTED when this process can't take locks of the recorded kind.
 */
export async function openLockMaker(
  disk: Disk,
  stateRoot: string,
  { forceKind }: LockMakerOptions = {},
): Promise<LockMaker> {
  const path = `${stateRoot}/.lock-kind`;
  const kind = (await readKind(disk, path)) ?? (await recordKind(disk, path, forceKind));
  if (forceKind !== undefined && forceKind !== kind) throw unsupported(path, kind);
  if (kind === 'pid') {
    const owner = thisProcess();
    return { kind, lockAt: (lockPath) => new PidLock(lockPath, owner) };
  }
  const addon = await usableAddon(disk, path);
  if (addon === undefined) throw unsupported(path, kind);
  return { kind, lockAt: (lockPath) => new NativeLock(lockPath, addon) };
}

async function readKind(disk: Disk, path: string): Promise<LockKind | undefined> {
  const bytes = await disk.readFile(path);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('latin1').trim();
  if (text === 'native' || text === 'pid') return text;
  const shown = displayName(path);
  throw new StagedFsError('ERR_STAGED_CORRUPT', `\`${shown}\` names no kind of lock.`, {
    path: shown,
    expected: '"native" or "pid"',
    found: text.slice(0, 20),
    hint: 'Remove the file while no program uses the workspace: the next one writes it anew.',
  });
}

/** Records the kind, unless another process was first: then its choice holds. */
async function recordKind(
  disk: Disk,
  path: string,
  forceKind: LockKind | undefined,
): Promise<LockKind> {
  const temporary = temporaryNameFor(path);
  const file = await disk.open(temporary, 'create', { permissions: 0o600 });
  try {
    const kind = forceKind ?? ((await lockingAddon(file)) === undefined ? 'pid' : 'native');
    await file.write(Buffer.from(`${kind}\n`));
    // An empty file after a power loss would lock everyone out.
    await file.sync();
    return (await wasFirst(disk, temporary, path)) ? kind : ((await readKind(disk, path)) ?? kind);
  } finally {
    await file.close();
    await disk.unlink(temporary);
  }
}

async function wasFirst(disk: Disk, temporary: string, path: string): Promise<boolean> {
  try {
    await disk.link(temporary, path);
    return true;
  } catch (error) {
    if (isIoError(error, 'EEXIST')) return false;
    throw error;
  }
}

async function usableAddon(disk: Disk, path: string): Promise<NativeAddon | undefined> {
  const file = await disk.open(path, 'read');
  try {
    return await lockingAddon(file);
  } finally {
    await file.close();
  }
}

/** The addon, if it loads and the file system of `file` knows its locks. */
async function lockingAddon({ fd }: DiskFile): Promise<NativeAddon | undefined> {
  const addon = await loadNativeAddon();
  try {
    // Shared, and of a file that nobody locks otherwise: never in anyone's way.
    addon?.tryLock(fd, { shared: true });
    addon?.unlock(fd);
    return addon;
  } catch {
    return undefined;
  }
}

function unsupported(path: string, kind: LockKind): StagedFsError {
  const shown = displayName(path);
  const message = `This workspace uses ${kind} locks (\`${shown}\`), which this process can't take.`;
  return new StagedFsError('ERR_STAGED_UNSUPPORTED', message, {
    path: shown,
    found: kind,
    hint: 'Install the optional package fs-native-extensions, or remove the file while no program uses the workspace.',
  });
}
