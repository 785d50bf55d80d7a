// Everything below a path as one value: what must not change by a byte.
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Each file, link and directory at and below `path`, with its mode and what is in it. */
export async function hashTree(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await hashInto(found, path);
  return found;
}

async function hashInto(found: Record<string, string>, path: string): Promise<void> {
  const stat = await lstat(path);
  const mode = stat.mode.toString(8);
  if (stat.isSymbolicLink()) found[path] = `${mode} -> ${await readlink(path)}`;
  else if (stat.isDirectory()) {
    found[path] = mode;
    for (const name of (await readdir(path)).sort()) await hashInto(found, join(path, name));
  } else {
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    found[path] = `${mode} ${digest}`;
  }
}
