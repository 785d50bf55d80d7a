// Files and links as one comparable value: of a session's view, and of a real directory.
import type { Session } from '../../src/index.ts';
import { readTree } from './tree.ts';

/** git's mode, and the bytes: of a link its target. */
export interface SeenFile {
  readonly mode: string;
  readonly content: string;
}

/** Every file and link that a session shows. */
export async function viewOf(session: Session): Promise<Record<string, SeenFile>> {
  return Object.fromEntries(await seenBelow(session, ''));
}

/** Every file and link of a directory on disk. */
export async function filesOf(root: string): Promise<Record<string, SeenFile>> {
  const files = Object.entries(await readTree(root)).flatMap(([path, node]): Seen[] => {
    if (node.kind === 'symlink') return [[path, { mode: '120000', content: node.target }]];
    if (node.kind !== 'file') return [];
    const mode = (node.mode & 0o100) === 0 ? '100644' : '100755';
    return [[path, { mode, content: node.content.toString('latin1') }]];
  });
  return Object.fromEntries(files);
}

type Seen = [path: string, file: SeenFile];

async function seenBelow(session: Session, directory: string): Promise<Seen[]> {
  const items = await session.list(directory === '' ? '.' : directory);
  const seen: Seen[] = [];
  for (const { name, kind } of items.filter((item) => item.name !== '.git')) {
    const path = directory === '' ? name : `${directory}/${name}`;
    if (kind === 'directory') seen.push(...(await seenBelow(session, path)));
    else seen.push([path, await seenAt(session, path)]);
  }
  return seen;
}

async function seenAt(session: Session, path: string): Promise<SeenFile> {
  const { fileMode = '' } = await session.lstat(path);
  if (fileMode === '120000') return { mode: fileMode, content: await session.readLink(path) };
  const bytes = await session.read(path);
  return { mode: fileMode, content: Buffer.from(bytes).toString('latin1') };
}
