/** How a glob is read. */
export interface GlobOptions {
  /** The meaning of `:(glob)`: wildcards stop at `/`, `**` crosses it. */
  readonly isPathAware: boolean;
  readonly ignoresCase: boolean;
}

/**
 * git's glob as an expression over a whole path, both in the form of `byteText`, the path in lower
 * case where case does not count; undefined when it has no wildcard, or can match nothing.
 */
export function globToRegExp(glob: string, options: GlobOptions): RegExp | undefined {
  if (!/[*?[\\]/.test(glob)) return undefined;
  const wildcards = options.isPathAware ? PATH_AWARE : PLAIN;
  const source = sourceOf(glob, { ...wildcards, ...options });
  return source === undefined ? undefined : new RegExp(`^${source}$`, 'su');
}

interface Dialect extends GlobOptions {
  readonly one: string;
  readonly many: string;
}

const PLAIN = { one: '.', many: '.*' };
const PATH_AWARE = { one: '[^/]', many: '[^/]*' };

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
      return plainAt(glob, at, dialect);
  }
}

function plainAt(glob: string, at: number, { ignoresCase }: Dialect): Piece {
  const character = characterAt(glob, at);
  return pieceOf(ignoresCase ? character.toLowerCase() : character, character.length);
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

// Git folds no case here (wildmatch.c): an escaped capital never matches where case does not count.
function escapedAt(glob: string, at: number): Piece | undefined {
  if (at + 1 >= glob.length) return undefined;
  const character = characterAt(glob, at + 1);
  return pieceOf(character, character.length + 1);
}

function characterAt(glob: string, at: number): string {
  return String.fromCodePoint(glob.codePointAt(at) ?? 0);
}

function pieceOf(character: string, length: number): Piece {
  return { source: quoted(character), length };
}

function classAt(glob: string, at: number, dialect: Dialect): Piece | undefined {
  const found = CLASS.exec(glob.slice(at));
  if (found === null) return undefined;
  const [whole, negation = '', members = ''] = found;
  const body = membersSource(members, dialect);
  if (body === undefined) return undefined;
  const slash = dialect.isPathAware ? '(?!/)' : '';
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

function membersSource(members: string, { ignoresCase }: Dialect): string | undefined {
  const sources = Array.from(members.matchAll(MEMBER), ([, name, first = '', last]) => {
    if (name !== undefined) return namedSource(name, ignoresCase);
    if (last === undefined) return quotedMember(unescaped(first));
    return rangeSource(unescaped(first), unescaped(last), ignoresCase);
  });
  return sources.includes(undefined) ? undefined : sources.join('');
}

function namedSource(name: string, ignoresCase: boolean): string | undefined {
  return NAMED.get(ignoresCase && name === 'upper' ? 'alpha' : name);
}

// A range that runs backwards is its first character, and must not make the expression throw.
function rangeSource(first: string, last: string, ignoresCase: boolean): string {
  if (first > last) return quotedMember(first);
  const range = `${quotedMember(first)}-${quotedMember(last)}`;
  return ignoresCase ? range + loweredCapitals(first, last) : range;
}

// A range, and no other member, has its capitals stand for small letters too.
function loweredCapitals(first: string, last: string): string {
  const from = first > 'A' ? first : 'A';
  const to = last < 'Z' ? last : 'Z';
  return from <= to ? `${from.toLowerCase()}-${to.toLowerCase()}` : '';
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
