// Many changes as the work of one session: each case in a directory of its own, so that one git
// process sees all of them.
import type { FileChange, FileSide } from '../../src/diff/file-change.ts';
import type { Session } from '../../src/index.ts';
import { isLong } from '../support/sampled.ts';
import type { Planted } from '../support/temp-workspace.ts';
import { nastyChanges } from './diff-cases.ts';
import { type Change, PATCH_CASES, type PatchCase } from './patch-cases.ts';

/** All the cases made by hand, as one. */
export function handMade(): PatchCase {
  return combined('does everything at once', PATCH_CASES.map(located));
}

/** The changes that are generated, less those that a session can't stage. */
export function generated(): PatchCase {
  const changes = nastyChanges().filter(isStageable);
  return {
    title: `makes ${changes.length} changes`,
    before: Object.fromEntries(changes.flatMap(plantedBefore)),
    // Deletes first: a file may take the place of a directory, or a directory that of a file.
    changes: [
      ...changes.flatMap(({ path, after }) => (after ? [] : [[text(path), null] as const])),
      ...changes.flatMap(({ path, after }) => (after ? [[text(path), write(after)] as const] : [])),
    ],
  };
}

/** Stages what a case does. */
export async function stageCase(session: Session, { changes }: PatchCase): Promise<Session> {
  await session.setMode('staged');
  for (const [path, change] of changes) {
    if (change === null) await session.remove(path, { recursive: true });
    else if (typeof change === 'string' || change instanceof Uint8Array)
      await session.write(path, change);
    else await session.write(path, change.content, { fileMode: change.fileMode });
  }
  return session;
}

function located({ title, before, changes }: PatchCase, index: number): PatchCase {
  const directory = `case ${index}`;
  const place = (path: string): string => `${directory}/${path}`;
  return {
    title,
    before: Object.fromEntries(
      Object.entries(before).map(([path, planted]) => [place(path), planted]),
    ),
    changes: changes.map(([path, change]) => [place(path), change]),
  };
}

function combined(title: string, cases: readonly PatchCase[]): PatchCase {
  return {
    title,
    before: Object.assign({}, ...cases.map(({ before }) => before)) as PatchCase['before'],
    changes: cases.flatMap(({ changes }) => changes),
  };
}

// By default not those that take a second each to compare, nor all of the many that are alike: the
// tests without a session have them.
const SLOW_OR_MANY = /^expensive|^random\/(?:1[2-9]|2)\d$/;

// No submodules, and no names that are not UTF-8.
function isStageable({ path, before, after }: FileChange): boolean {
  const isModule = before?.mode === '160000' || after?.mode === '160000';
  const isText = Buffer.from(text(path)).equals(path);
  return !isModule && isText && (isLong || !SLOW_OR_MANY.test(text(path)));
}

function plantedBefore({ path, before }: FileChange): [string, Planted][] {
  return before === undefined ? [] : [[text(path), planted(before)]];
}

function planted({ mode, bytes }: FileSide): Planted {
  if (mode === '120000') return { link: text(bytes) };
  return { content: bytes, mode: mode === '100755' ? 0o755 : 0o644 };
}

function write({ mode, bytes }: FileSide): Change {
  if (mode === '120000') return { content: text(bytes), fileMode: mode };
  return { content: bytes, fileMode: mode === '100755' ? mode : '100644' };
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
