/** Reads what stands above the hunks of a section: names, modes, object ids. */
import type { GitMode } from './file-change.ts';
import { commonName, fileName, plainName } from './parse-names.ts';
import type { PatchCursor } from './patch-cursor.ts';
import type { PatchSection } from './patch-section.ts';

/** What a header says: a section without its body. */
export type SectionHeader = Omit<PatchSection, 'body'>;

/** What the lines read so far have said. */
interface Draft {
  beforePath?: Uint8Array;
  afterPath?: Uint8Array;
  beforeMode?: GitMode;
  afterMode?: GitMode;
  beforeOid?: string;
  afterOid?: string;
  isCopy?: boolean;
  isCreated?: boolean;
  isDeleted?: boolean;
}

type LineReader = (rest: string, cursor: PatchCursor) => Draft;

/** How the first line of a git section begins. */
export const GIT_HEADER = 'diff --git ';

const MODES: readonly GitMode[] = ['100644', '100755', '120000', '160000'];
const INDEX = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: (\d+))?$/;

const READERS: readonly (readonly [start: string, read: LineReader])[] = [
  ['old mode ', (rest, cursor) => ({ beforeMode: modeOf(rest, cursor) })],
  ['new mode ', (rest, cursor) => ({ afterMode: modeOf(rest, cursor) })],
  ['new file mode ', (rest, cursor) => ({ afterMode: modeOf(rest, cursor), isCreated: true })],
  ['deleted file mode ', (rest, cursor) => ({ beforeMode: modeOf(rest, cursor), isDeleted: true })],
  ['rename from ', (rest) => ({ beforePath: plainName(rest) })],
  ['rename to ', (rest) => ({ afterPath: plainName(rest) })],
  ['copy from ', (rest) => ({ beforePath: plainName(rest), isCopy: true })],
  ['copy to ', (rest) => ({ afterPath: plainName(rest) })],
  ['similarity index ', () => ({})],
  ['dissimilarity index ', () => ({})],
  ['index ', parseIndex],
];

/** Reads the header of a git section, whose `diff --git` line is the current one. */
export function parseGitHeader(cursor: PatchCursor): SectionHeader {
  const patchLine = cursor.line;
  const common = commonName(cursor.text.slice(GIT_HEADER.length));
  cursor.advance();
  let draft: Draft = {};
  for (let more = readLine(cursor); more !== undefined; more = readLine(cursor)) {
    draft = { ...draft, ...more };
  }
  if (isAtFileNames(cursor)) draft = { ...readFileNames(cursor), ...draft };
  const named = common === undefined ? draft : { beforePath: common, afterPath: common, ...draft };
  return finish(named, patchLine, cursor);
}

/** Reads the header of a plain section: just the names. */
export function parsePlainHeader(cursor: PatchCursor): SectionHeader {
  const patchLine = cursor.line;
  const draft = readFileNames(cursor);
  // Such a diff knows no renames: `a.orig` against `a` is a change of `a`.
  const path = draft.afterPath ?? draft.beforePath;
  return finish(
    path === undefined ? draft : { ...draft, beforePath: path, afterPath: path },
    patchLine,
    cursor,
  );
}

/** Whether the cursor is at a `---` line that a `+++` line follows. */
export function isAtFileNames(cursor: PatchCursor): boolean {
  return cursor.text.startsWith('--- ') && cursor.nextText.startsWith('+++ ');
}

function readLine(cursor: PatchCursor): Draft | undefined {
  const { text } = cursor;
  const reader = READERS.find(([start]) => text.startsWith(start));
  if (reader === undefined) return undefined;
  const [start, read] = reader;
  const draft = read(text.slice(start.length), cursor);
  cursor.advance();
  return draft;
}

function readFileNames(cursor: PatchCursor): Draft {
  const beforePath = fileName(cursor.text.slice('--- '.length), 'a/');
  cursor.advance();
  const afterPath = fileName(cursor.text.slice('+++ '.length), 'b/');
  cursor.advance();
  return {
    ...(beforePath === undefined ? { isCreated: true } : { beforePath }),
    ...(afterPath === undefined ? { isDeleted: true } : { afterPath }),
  };
}

function parseIndex(rest: string, cursor: PatchCursor): Draft {
  const match = INDEX.exec(rest) ?? cursor.fail('this is not an index line');
  const [, beforeOid = '', afterOid = '', mode] = match;
  if (mode === undefined) return { beforeOid, afterOid };
  const both = modeOf(mode, cursor);
  return { beforeOid, afterOid, beforeMode: both, afterMode: both };
}

function modeOf(text: string, cursor: PatchCursor): GitMode {
  return MODES.find((mode) => mode === text) ?? cursor.fail(`\`${text}\` is not a mode`);
}

function finish(draft: Draft, patchLine: number, cursor: PatchCursor): SectionHeader {
  const { beforePath, afterPath, isCreated = false, isDeleted = false, ...rest } = draft;
  const isBeforeNamed = isCreated || beforePath !== undefined;
  const isAfterNamed = isDeleted || afterPath !== undefined;
  if (!isBeforeNamed || !isAfterNamed || (isCreated && isDeleted)) {
    cursor.fail('the section names no file');
  }
  return {
    ...(isCreated || beforePath === undefined ? {} : { beforePath }),
    ...(isDeleted || afterPath === undefined ? {} : { afterPath }),
    isCopy: false,
    ...rest,
    patchLine,
  };
}
