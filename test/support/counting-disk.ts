// A disk that tells of each call, those on its open files included; the base of the fault disk too.
import type { Awaitable, Disk, DiskFile, OpenMode } from '../../src/disk/disk.ts';
import type { Verb } from '../../src/disk/io-error.ts';

/** One call of a disk or of one of its open files. */
export interface DiskCall {
  readonly verb: Verb;
  readonly path: string;
  /** Its number among all calls, from 1. */
  readonly n: number;
  /** Its number, from 1, among the calls that change the disk or make it durable; 0 for others. */
  readonly mutation: number;
  /** Of `write`: writes the first half only, as a crash or a full disk may. */
  readonly half?: () => Awaitable<void>;
}

/** Hooks of a counting disk, such as one that kills the process at the n-th call. */
export interface CountingHooks {
  before?(call: DiskCall): void;
  /** Not called when the call failed. */
  after?(call: DiskCall): void;
}

/** A disk with the calls it has had. */
export interface CountingDisk {
  readonly disk: Disk;
  readonly calls: readonly DiskCall[];
}

/** Records every call of `disk` and runs the hooks around it. */
export function createCountingDisk(disk: Disk, hooks: CountingHooks = {}): CountingDisk {
  const calls: DiskCall[] = [];
  const around: Around = {
    async call(call, run) {
      calls.push(call);
      hooks.before?.(call);
      const result = await run();
      hooks.after?.(call);
      return result;
    },
  };
  return { disk: wrapDisk(disk, around), calls };
}

/** What to do around a call; `run` makes it. */
export interface Around {
  call<T>(call: DiskCall, run: () => Awaitable<T>): Promise<T>;
}

/** Sends every call of `disk`, and of the files it opens, through `around`. */
export function wrapDisk(disk: Disk, around: Around): Disk {
  const send = createSender(around);
  return {
    lstat: (path) => send({ verb: 'lstat', path }, () => disk.lstat(path)),
    list: (path) => send({ verb: 'list', path }, () => disk.list(path)),
    readLink: (path) => send({ verb: 'readLink', path }, () => disk.readLink(path)),
    realPath: (path) => send({ verb: 'realPath', path }, () => disk.realPath(path)),
    open: async (path, mode, options) => {
      const call = { verb: 'open', path, isReading: opensForReading(mode) } as const;
      return wrapFile(await send(call, () => disk.open(path, mode, options)), send);
    },
    readFile: (path) => send({ verb: 'readFile', path }, () => disk.readFile(path)),
    createFile: (path, bytes, permissions) =>
      send({ verb: 'createFile', path }, () => disk.createFile(path, bytes, permissions)),
    makeDirectory: (path, permissions) =>
      send({ verb: 'makeDirectory', path }, () => disk.makeDirectory(path, permissions)),
    removeDirectory: (path) =>
      send({ verb: 'removeDirectory', path }, () => disk.removeDirectory(path)),
    unlink: (path) => send({ verb: 'unlink', path }, () => disk.unlink(path)),
    rename: (from, to) => send({ verb: 'rename', path: from }, () => disk.rename(from, to)),
    exchange: (left, right) =>
      send({ verb: 'exchange', path: left }, () => disk.exchange(left, right)),
    link: (existing, path) => send({ verb: 'link', path }, () => disk.link(existing, path)),
    symlink: (target, path) => send({ verb: 'symlink', path }, () => disk.symlink(target, path)),
    chmod: (path, permissions) =>
      send({ verb: 'chmod', path }, () => disk.chmod(path, permissions)),
    isWritable: (path) => send({ verb: 'isWritable', path }, () => disk.isWritable(path)),
    copyFile: (from, to, permissions) =>
      send({ verb: 'copyFile', path: to }, () => disk.copyFile(from, to, permissions)),
    syncDirectory: (path) => send({ verb: 'syncDirectory', path }, () => disk.syncDirectory(path)),
    freeBytes: (path) => send({ verb: 'freeBytes', path }, () => disk.freeBytes(path)),
  };
}

interface Sent {
  readonly verb: Verb;
  readonly path: string;
  readonly half?: () => Awaitable<void>;
  readonly isReading?: boolean;
}

type Send = <T>(sent: Sent, run: () => Awaitable<T>) => Promise<T>;

function createSender(around: Around): Send {
  let n = 0;
  let mutations = 0;
  return async ({ isReading, ...sent }, run) => {
    n += 1;
    const changes = !(isReading ?? READING.has(sent.verb));
    if (changes) mutations += 1;
    return await around.call({ ...sent, n, mutation: changes ? mutations : 0 }, run);
  };
}

function wrapFile(file: DiskFile, send: Send): DiskFile {
  const { fd, path } = file;
  let isClosed = false;
  return {
    fd,
    path,
    stat: () => send({ verb: 'stat', path }, () => file.stat()),
    read: (position, length) => send({ verb: 'read', path }, () => file.read(position, length)),
    write: (bytes, position) => {
      const half = (): Awaitable<void> =>
        file.write(bytes.subarray(0, bytes.length >> 1), position);
      return send({ verb: 'write', path, half }, () => file.write(bytes, position));
    },
    truncate: (size) => send({ verb: 'truncate', path }, () => file.truncate(size)),
    chmod: (permissions) => send({ verb: 'chmod', path }, () => file.chmod(permissions)),
    setModified: (mtimeNs) => send({ verb: 'setModified', path }, () => file.setModified(mtimeNs)),
    chown: (owner) => send({ verb: 'chown', path }, () => file.chown(owner)),
    sync: () => send({ verb: 'sync', path }, () => file.sync()),
    close: () => {
      if (isClosed) return;
      isClosed = true;
      return send({ verb: 'close', path }, () => file.close());
    },
  };
}

const READING: ReadonlySet<Verb> = new Set<Verb>([
  'lstat',
  'list',
  'readLink',
  'realPath',
  'readFile',
  'isWritable',
  'freeBytes',
  'stat',
  'read',
  'close',
]);

function opensForReading(mode: OpenMode): boolean {
  return mode === 'read' || mode === 'directory';
}
