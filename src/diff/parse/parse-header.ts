/**
 * Reads what stands above the body of a git section: names, modes, object ids. The rules are those
 * of `git apply`: the lines may come in any order, but what they say must agree.
 */
import type { GitMode } from '../file-change.ts';
import type { PatchSection } from '../print/patch-section.ts';
import { parseMode } from './parse-mode.ts';
import { commonName, gitName, isAbsent, plainName } from './parse-names.ts';
import type { PatchCursor } from './patch-cursor.ts';

/** What a header says: a section without its body. */
export type SectionHeader = Omit<PatchSection, 'body'>;

/** What a line says. */
interface Said {
  readonly beforePath?: Uint8Array;
  readonly afterPath?: Uint8Array;
  readonly beforeMode?: GitMode;
  readonly afterMode?: GitMode;
  readonly beforeOid?: string;
  readonly afterOid?: string;
  readonly kind?: Kind;
}

type Kind = 'created' | 'deleted' | 'renamed' | 'copied';

/** The place of a line: where it is, and what is known there. */
interface Place {
  readonly cursor: PatchCursor;
  /** What the lines above have said. */
  readonly said: Said;
  /** The name on the first line, when both there are the same. */
  readonly common: Uint8Array | undefined;
  readonly strip: number;
}

type LineReader = (rest: string, place: Place) => Said;

/** How the first line of a git section begins. */
export const GIT_HEADER = 'diff --git ';

const INDEX = /^([0-9a-f]{1,64})\.\.([0-9a-f]{1,64})(?: (\d+))?$/;

const READERS: readonly (readonly [start: string, read: LineReader])[] = [
  ['--- ', (rest, place) => nameOn(rest, place, 'beforePath')],
  ['+++ ', (rest, place) => nameOn(rest, place, 'afterPath')],
  ['old mode ', (rest, { cursor }) => ({ beforeMode: parseMode(rest, cursor) })],
  ['new mode ', (rest, { cursor }) => ({ afterMode: parseMode(rest, cursor) })],
  ['new file mode ', creation],
  ['deleted file mode ', deletion],
  ['rename from ', (rest) => ({ kind: 'renamed', ...at('beforePath', plainName(rest)) })],
  ['rename to ', (rest) => ({ kind: 'renamed', ...at('afterPath', plainName(rest)) })],
  ['copy from ', (rest) => ({ kind: 'copied', ...at('beforePath', plainName(rest)) })],
  ['copy to ', (rest) => ({ kind: 'copied', ...at('afterPath', plainName(rest)) })],
  ['similarity index ', () => ({})],
  ['dissimilarity index ', () => ({})],
  ['index ', index],
];

/** A header, and whether it tells of a change by itself. */
export interface GitHeader {
  readonly header: SectionHeader;
  readonly isChange: boolean;
}

/**
 * Reads the header of a git section, whose `diff --git` line is the current one. Undefined when no
 * line of a header follows: then that line is just text.
 */
export function parseGitHeader(cursor: PatchCursor, strip: number): GitHeader | undefined {
  const patchLine = cursor.line;
  const common = readFirstLine(cursor, strip);
  const names = { ...at('beforePath', common), ...at('afterPath', common) };
  // A doubled first line lets git forget that the file may be made or deleted.
  const isDoubled = skipDoubles(cursor, strip, common);
  const { line } = cursor;
  const said = readLines(isDoubled ? names : {}, { cursor, common, strip });
  const isNamed = said.beforePath !== undefined || said.afterPath !== undefined;
  const header = finished(isNamed ? said : { ...said, ...names }, patchLine, cursor);
  return cursor.line === line ? undefined : { header, isChange: changes(said) };
}

function readFirstLine(cursor: PatchCursor, strip: number): Uint8Array | undefined {
  const common = commonName(cursor.text.slice(GIT_HEADER.length), strip);
  cursor.advance();
  // git passes over a last line that is cut; but a patch that ends so was cut.
  if (!cursor.isWhole) cursor.fail('the patch ends within a header');
  return common;
}

function skipDoubles(cursor: PatchCursor, strip: number, common: Uint8Array | undefined): boolean {
  const { line } = cursor;
  while (cursor.text.startsWith(GIT_HEADER)) {
    const problem = 'the header above has nothing below it';
    const again = readFirstLine(cursor, strip) ?? cursor.fail(problem);
    if (common === undefined || Buffer.compare(common, again) !== 0) cursor.fail(problem);
  }
  return cursor.line > line;
}

function readLines(before: Said, place: Omit<Place, 'said'>): Said {
  let said = before;
  for (;;) {
    const line = readLine({ ...place, said });
    if (line === undefined) return said;
    said = { ...said, ...line };
  }
}

function readLine(place: Place): Said | undefined {
  const { cursor, said } = place;
  const { text } = cursor;
  const reader = READERS.find(([start]) => text.startsWith(start));
  // A line without its line feed is one that was cut.
  if (reader === undefined || !cursor.isWhole) return undefined;
  const [start, read] = reader;
  const line = read(text.slice(start.length), place);
  const isOther = line.kind !== undefined && said.kind !== undefined && line.kind !== said.kind;
  if (isOther) cursor.fail(`the file is both ${said.kind} and ${line.kind}`);
  cursor.advance();
  return line;
}

/** The name on a `---` or `+++` line, which must be the one that other lines gave. */
function nameOn(rest: string, place: Place, side: 'beforePath' | 'afterPath'): Said {
  const { cursor, said, strip } = place;
  const isNone = said.kind === (side === 'beforePath' ? 'created' : 'deleted');
  if (isNone !== isAbsent(rest)) {
    cursor.fail(
      isNone
        ? 'expected `/dev/null`, as the file is not there'
        : 'found `/dev/null`, but no line says that the file is made or deleted',
    );
  }
  const known = said[side];
  const name = isNone ? undefined : gitName(rest, strip);
  if (known !== undefined && (name === undefined || Buffer.compare(known, name) !== 0)) {
    cursor.fail('the name is not the one that the lines above give');
  }
  return at(side, name);
}

function creation(rest: string, { cursor, common }: Place): Said {
  return { kind: 'created', afterMode: parseMode(rest, cursor), ...at('afterPath', common) };
}

function deletion(rest: string, { cursor, common }: Place): Said {
  return { kind: 'deleted', beforeMode: parseMode(rest, cursor), ...at('beforePath', common) };
}

function index(rest: string, { cursor }: Place): Said {
  const match = INDEX.exec(rest) ?? cursor.fail('this is not an index line');
  const [, beforeOid = '', afterOid = '', mode] = match;
  // It tells what the file was: only other lines set a mode.
  return { beforeOid, afterOid, ...(mode && { beforeMode: parseMode(mode, cursor) }) };
}

function at(side: 'beforePath' | 'afterPath', path: Uint8Array | undefined): Said {
  if (path === undefined) return {};
  return side === 'beforePath' ? { beforePath: path } : { afterPath: path };
}

function changes({ kind, beforeMode, afterMode }: Said): boolean {
  const hasModes = beforeMode !== undefined && afterMode !== undefined;
  return kind !== undefined || (hasModes && beforeMode !== afterMode);
}

function finished(said: Said, patchLine: number, cursor: PatchCursor): SectionHeader {
  const { beforePath, afterPath, kind, ...rest } = said;
  const hasBefore = (beforePath === undefined) === (kind === 'created');
  const hasAfter = kind === 'deleted' || afterPath !== undefined;
  if (!hasBefore || !hasAfter) {
    cursor.fail('the lines above name no file, or not both sides (of `a/name`, `a/` is left out)');
  }
  return {
    ...at('beforePath', beforePath),
    ...at('afterPath', kind === 'deleted' ? undefined : afterPath),
    isCopy: kind === 'copied',
    ...rest,
    patchLine,
  };
}
