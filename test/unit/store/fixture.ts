// A session directory with a store of bodies.
import { type Digest, digestOf } from '../../../src/base/digest.ts';
import type { Disk } from '../../../src/disk/disk.ts';
import type { LockMaker } from '../../../src/disk/lock/lock.ts';
import { openLockMaker } from '../../../src/disk/lock/lock-kind.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import type { FileDigest, Hasher } from '../../../src/pool/hasher.ts';
import { createInlineHasher } from '../../../src/pool/inline-hasher.ts';
import { BodyStore } from '../../../src/store/body-store.ts';
import { TemporaryFiles } from '../../../src/store/temporary-files.ts';
import { type TempWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

export interface Process {
  readonly store: BodyStore;
  readonly temporary: TemporaryFiles;
  /** Paths of the files that were hashed. */
  readonly hashed: readonly string[];
}

export interface StoreFixture extends AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly store: BodyStore;
  readonly temporary: TemporaryFiles;
  readonly hashed: string[];
  /** The same directory as another process sees it. */
  process(disk?: Disk): Process;
}

export interface StoreFixtureOptions {
  readonly lockKind?: LockMaker['kind'];
}

export async function storeFixture(options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const workspace = await tempWorkspace();
  const disk = createNodeDisk();
  const kind = options.lockKind === undefined ? {} : { forceKind: options.lockKind };
  const locks = await openLockMaker(disk, workspace.root, kind);
  const opened: TemporaryFiles[] = [];
  const open = (on: Disk) => {
    const hashed: string[] = [];
    const temporary = new TemporaryFiles({ disk: on, directory: workspace.path('tmp'), locks });
    const hasher = noting(createInlineHasher({ disk: on }), hashed);
    opened.push(temporary);
    const directory = workspace.path('bodies');
    return { store: new BodyStore({ disk: on, hasher, directory, temporary }), temporary, hashed };
  };
  return {
    workspace,
    ...open(disk),
    process: (other = disk) => open(other),
    [Symbol.asyncDispose]: async () => {
      for (const temporary of opened) await temporary.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

function noting(hasher: Hasher, hashed: string[]): Hasher {
  return {
    hashFile: async (path, options): Promise<FileDigest> => {
      hashed.push(path);
      return await hasher.hashFile(path, options);
    },
    hashBytes: async (bytes, options) => await hasher.hashBytes(bytes, options),
    readRange: async (path, range, options) => await hasher.readRange(path, range, options),
    close: async () => await hasher.close(),
  };
}

export interface Body {
  readonly bytes: Buffer;
  readonly digest: Digest;
  readonly size: number;
}

/** A body of `size` bytes, not all the same. */
export function bodyOf(size: number, seed = 1): Body {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + seed + (at >> 8)) & 0xff;
  return { bytes, digest: digestOf(bytes), size };
}

export function textBody(text: string): Body {
  const bytes = Buffer.from(text);
  return { bytes, digest: digestOf(bytes), size: bytes.length };
}

export const SMALL: Body = textBody('hello');
/** Above the size up to which bodies are read whole. */
export const LARGE: Body = bodyOf(700_001);

export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
