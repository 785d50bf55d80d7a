// A folder of its own for a test, gone when the test ends.
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readTree, type TreeNode } from './tree.ts';

/** Bytes of a regular file of mode 644, or a file with its mode, or a link. */
export type Planted =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode?: number }
  | { readonly link: string };

export interface TempWorkspace extends AsyncDisposable {
  /** The real path, without symbolic links in it. */
  readonly root: string;
  path(relative: string): string;
  /** Creates or replaces a file or link, and the folders above it. */
  write(relative: string, planted: Planted): Promise<void>;
  read(relative: string): Promise<Buffer>;
  /** Whether anything has that name, a dangling link included. */
  exists(relative: string): Promise<boolean>;
  /** All there is but `.git` and `.harn/state`. */
  tree(): Promise<Record<string, TreeNode>>;
}

export async function tempWorkspace(
  files: Readonly<Record<string, Planted>> = {},
): Promise<TempWorkspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'staged-fs-')));
  const workspace = workspaceAt(root);
  for (const [path, planted] of Object.entries(files)) await workspace.write(path, planted);
  return workspace;
}

function workspaceAt(root: string): TempWorkspace {
  const path = (relative: string) => join(root, relative);
  return {
    root,
    path,
    write: async (relative, planted) => await plant(path(relative), planted),
    read: async (relative) => await readFile(path(relative)),
    exists: async (relative) => await isThere(path(relative)),
    tree: async () => await readTree(root),
    [Symbol.asyncDispose]: async () => await removeAll(root),
  };
}

async function removeAll(root: string): Promise<void> {
  try {
    await rm(root, { recursive: true, force: true });
  } catch {
    // A test may leave directories that let nothing go, to anyone but root.
    await openAll(root);
    await rm(root, { recursive: true, force: true });
  }
}

async function openAll(directory: string): Promise<void> {
  await chmod(directory, 0o700);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await openAll(join(directory, entry.name));
  }
}

async function plant(path: string, planted: Planted): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  if (typeof planted === 'string' || planted instanceof Uint8Array) {
    await plantFile(path, planted, 0o644);
  } else if ('link' in planted) {
    await symlink(planted.link, path);
  } else {
    await plantFile(path, planted.content, planted.mode ?? 0o644);
  }
}

async function plantFile(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  await writeFile(path, content);
  // Not as an option of writeFile: the umask would take bits away.
  await chmod(path, mode);
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
