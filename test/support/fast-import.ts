// A git repository made from a list of commits, by one process of the real git.
import { gitOk } from './git.ts';
import type { Planted } from './temp-workspace.ts';

/** A commit: each path with what it becomes, null where it goes. */
export interface MadeCommit {
  readonly title: string;
  readonly changes: Readonly<Record<string, Planted | null>>;
}

/** Makes a bare repository at `directory` with these commits on `main`. */
export async function makeHistory(
  directory: string,
  commits: readonly MadeCommit[],
): Promise<string> {
  await gitOk('/', 'init', '--quiet', '--bare', directory);
  const stdin = Buffer.concat(commits.map(commitText));
  await gitOk({ cwd: directory, stdin }, 'fast-import', '--quiet');
  return directory;
}

function commitText({ title, changes }: MadeCommit, index: number): Buffer {
  const who = `A U Thor <author@example.com> ${1_112_911_993 + index} +0000`;
  const head = `commit refs/heads/main\ncommitter ${who}\n`;
  // Deletes first: a file may take the place of a directory, or a directory that of a file.
  const deletes = Object.entries(changes).filter(([, planted]) => planted === null);
  const writes = Object.entries(changes).flatMap(([path, planted]) =>
    planted === null ? [] : [writeText(path, planted)],
  );
  return Buffer.concat([
    Buffer.from(head),
    data(Buffer.from(title)),
    Buffer.from(deletes.map(([path]) => `D ${JSON.stringify(path)}\n`).join('')),
    ...writes,
    Buffer.from('\n'),
  ]);
}

function writeText(path: string, planted: Planted): Buffer {
  const head = Buffer.from(`M ${modeOf(planted)} inline ${JSON.stringify(path)}\n`);
  return Buffer.concat([head, data(bytesOf(planted))]);
}

function modeOf(planted: Planted): string {
  if (typeof planted === 'string' || planted instanceof Uint8Array) return '100644';
  if ('link' in planted) return '120000';
  return ((planted.mode ?? 0o644) & 0o100) === 0 ? '100644' : '100755';
}

function bytesOf(planted: Planted): Buffer {
  if (typeof planted === 'string' || planted instanceof Uint8Array) return Buffer.from(planted);
  return 'link' in planted ? Buffer.from(planted.link) : Buffer.from(planted.content);
}

function data(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}
