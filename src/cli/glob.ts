/** How a glob is read. */
export interface GlobOptions {
  /** The meaning of `:(glob)`: wildcards stop at `/`, `**` crosses it. */
  readonly isPathAware: boolean;
  readonly ignoresCase: boolean;
}

/**
 * git's glob as an expression over a whole path, both in the form of `byteText`; undefined when it
 * has no wildcard, or can match nothing.
 */
export function globToRegExp(glob: string, options: GlobOptions): RegExp | undefined {
  if (!/[*?[\\]/.test(glob)) return undefined;
  const source = sourceOf(glob, options.isPathAware ? PATH_AWARE : PLAIN);
  if (source === undefined) return undefined;
  return new RegExp(`^${source}$`, options.ignoresCase ? 'isu' : 'su');
}

interface Dialect {
  readonly one: string;
  readonly many: string;
  readonly isPathAware: boolean;
}

const PLAIN: Dialect = { one: '.', many: '.*', isPathAware: false };
const PATH_AWARE: Dialect = { one: '[^/]', many: '[^/]*', isPathAware: true };

interface Piece {
  readonly source: string;
  readonly length: number;
}

function sourceOf(glob: string, dialect: Dialect): string | undefined {
  let source = '';
  for (let at = 0; at < glob.length; ) {
    const piece = pieceAt(glob, at, dialect);
    if (piece === undefined) return undefined;
    source += piece.source;
    at += piece.length;
  }
  return source;
}

function pieceAt(glob: string, at: number, dialect: Dialect): Piece | undefined {
  switch (glob[at]) {
    case '*':
      return starsAt(glob, at, dialect);
    case '?':
      return { source: dialect.one, length: 1 };
    case '[':
      return classAt(glob, at, dialect);
    case '\\':
      return escapedAt(glob, at);
    default:
      return characterAt(glob, at);
  }
}

// Stars that fill a whole segment of a path-aware glob stand for any number of directories. So do the
// first ones after plain text: git compares that text by itself, and the rest as a glob of its own.
function starsAt(glob: string, at: number, { many, isPathAware }: Dialect): Piece {
  const [stars = ''] = /^\*+/.exec(glob.slice(at)) ?? [];
  const length = stars.length;
  const startsSegment = at === 0 || glob[at - 1] === '/';
  const isFirst = !/[*?[\\]/.test(glob.slice(0, at));
  if (!isPathAware || length < 2 || !(startsSegment || isFirst)) return { source: many, length };
  const next = glob[at + length];
  if (next === '/') return { source: '(?:.*/)?', length: length + 1 };
  const everything = startsSegment ? '.+' : '.*';
  return next === undefined ? { source: everything, length } : { source: many, length };
}

function escapedAt(glob: string, at: number): Piece | undefined {
  if (at + 1 >= glob.length) return undefined;
  const { source, length } = characterAt(glob, at + 1);
  return { source, length: length + 1 };
}

function characterAt(glob: string, at: number): Piece {
  const character = String.fromCodePoint(glob.codePointAt(at) ?? 0);
  return { source: quoted(character), length: character.length };
}

function classAt(glob: string, at: number, { isPathAware }: Dialect): Piece | undefined {
  const found = CLASS.exec(glob.slice(at));
  if (found === null) return undefined;
  const [whole, negation = '', members = ''] = found;
  const body = membersSource(members);
  if (body === undefined) return undefined;
  const slash = isPathAware ? '(?!/)' : '';
  return { source: `${slash}[${negation === '' ? '' : '^'}${body}]`, length: whole.length };
}

// A `]` right at the start is a member; named classes hold one of their own.
const CLASS = /^\[([!^]?)((?:\]|\[:[a-z]+:\]|\\.|[^\]\\])(?:\[:[a-z]+:\]|\\.|[^\]\\])*)\]/su;
const MEMBER = /\[:([a-z]+):\]|(\\.|[^\\])(?:-(\\.|[^\\]))?/gsu;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['alnum', 'A-Za-z0-9'],
  ['alpha', 'A-Za-z'],
  ['blank', ' \\t'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '!-~'],
  ['lower', 'a-z'],
  ['print', ' -~'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['space', ' \\t\\n\\r'],
  ['upper', 'A-Z'],
  ['xdigit', '0-9A-Fa-f'],
]);

function membersSource(members: string): string | undefined {
  const sources = Array.from(members.matchAll(MEMBER), ([, name, first = '', last]) =>
    name === undefined ? rangeSource(unescaped(first), unescaped(last ?? first)) : NAMED.get(name),
  );
  return sources.includes(undefined) ? undefined : sources.join('');
}

// A range that runs backwards is its first character, and must not make the expression throw.
function rangeSource(first: string, last: string): string {
  const isBackwards = (first.codePointAt(0) ?? 0) > (last.codePointAt(0) ?? 0);
  return isBackwards ? quotedMember(first) : `${quotedMember(first)}-${quotedMember(last)}`;
}

function unescaped(member: string): string {
  return member.length > 1 && member.startsWith('\\') ? member.slice(1) : member;
}

// Outside a class an escaped hyphen is an error.
function quotedMember(character: string): string {
  return character === '-' ? '\\-' : quoted(character);
}

function quoted(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
