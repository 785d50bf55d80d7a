import { posix } from 'node:path';
import { StagedFsError } from '../base/errors.ts';
import { byteText } from './byte-text.ts';
import { globToRegExp } from './glob.ts';
import { type Magic, splitMagic } from './pathspec-magic.ts';

/** A pathspec as the user typed it, and what it matches. */
export interface Pathspec {
  readonly text: string;
  /** Takes away what it matches from what others match. */
  readonly isExclude: boolean;
  readonly matches: (path: string) => boolean;
}

/** Where relative pathspecs start, and how absolute ones become workspace paths. */
interface Start {
  readonly prefix: string;
  readonly insideWorkspace: (argument: string) => string | undefined;
}

/**
 * Reads a pathspec with git's meaning: a file, a directory with everything below it, or a glob
 * whose `*` crosses `/`; after `:(glob)` it does not, and `**` does; after `:(literal)` there are
 * no wildcards, after `:(icase)` no letter case; `:(top)` and `:/` start at the workspace;
 * `:(exclude)`, `:!` and `:^` take away.
 *
 * @throws ERR_STAGED_INVALID_ARGUMENT for other magic, ERR_STAGED_PATH_ESCAPE outside the workspace.
 */
export function parsePathspec(text: string, start: Start): Pathspec {
  const { magic, pattern } = splitMagic(text);
  const prefix = magic.has('top') ? '' : start.prefix;
  const place = placeOf(text, pattern, start.insideWorkspace);
  const literal = located(text, prefix, place);
  // The directory we are in is no pattern, whatever its name.
  const glob = located(text, escapeGlob(prefix), place);
  const matcher = matcherOf({ magic, literal, glob });
  const exact = magic.has('icase') ? keptPrefix(prefix, place) : '';
  return {
    text,
    isExclude: magic.has('exclude'),
    matches: (path) => isAtOrBelow(path, exact) && matcher(byteText(path)),
  };
}

interface Located {
  readonly magic: ReadonlySet<Magic>;
  readonly literal: string;
  readonly glob: string;
}

function matcherOf({ magic, literal, glob }: Located): (path: string) => boolean {
  const ignoresCase = magic.has('icase');
  const cased = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const named = cased(byteText(literal));
  const dialect = { isPathAware: magic.has('glob'), ignoresCase };
  const expression = magic.has('literal') ? undefined : globToRegExp(byteText(glob), dialect);
  return (path) => {
    const compared = cased(path);
    return isNamed(compared, named) || expression?.test(compared) === true;
  };
}

// A slash at the end wants a directory: no file is meant, only what is below.
function isNamed(path: string, named: string): boolean {
  return named.endsWith('/') ? path.startsWith(named) : isAtOrBelow(path, named);
}

function placeOf(text: string, pattern: string, inside: Start['insideWorkspace']): string {
  if (!posix.isAbsolute(pattern)) return pattern;
  const place = inside(pattern);
  if (place === undefined) throw outside(text);
  return pattern.endsWith('/') ? `/${place}/` : `/${place}`;
}

function located(text: string, prefix: string, place: string): string {
  const joined = posix.isAbsolute(place) ? place.slice(1) : posix.join(prefix, place);
  const path = posix.normalize(joined);
  if (/^\.\.(?:\/|$)/.test(path)) throw outside(text);
  return path === '.' || path === './' || path === '/' ? '' : path;
}

// What of the directory we are in the pattern has not gone up from: its case counts.
function keptPrefix(prefix: string, place: string): string {
  if (posix.isAbsolute(place)) return '';
  const [ups = ''] = /^(?:\.\.(?:\/|$))*/.exec(posix.normalize(place)) ?? [];
  const kept = posix.join('/', prefix, ups).replace(/\/$/, '');
  return kept.slice(1);
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\\]/g, '\\$&');
}

function isAtOrBelow(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`);
}

function outside(text: string): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_PATH_ESCAPE',
    `The pathspec ${JSON.stringify(text)} is outside the workspace.`,
    { path: text, hint: 'Name what is inside the workspace, or choose another with `--root`.' },
  );
}
