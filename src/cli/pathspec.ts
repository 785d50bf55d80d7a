import { posix } from 'node:path';
import { StagedFsError } from '../base/errors.ts';
import { globToRegExp } from './glob.ts';

/** A pathspec as the user typed it, and what it matches. */
export interface Pathspec {
  readonly text: string;
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
 * no wildcards; `:(top)` and `:/` start at the workspace.
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
  const expression = magic.has('literal') ? undefined : globToRegExp(glob, magic.has('glob'));
  return {
    text,
    matches: (path) => isAtOrBelow(path, literal) || expression?.test(path) === true,
  };
}

interface Spelled {
  readonly magic: ReadonlySet<string>;
  readonly pattern: string;
}

const KNOWN: readonly string[] = ['glob', 'literal', 'top'];

function splitMagic(text: string): Spelled {
  // Usually a variable that was never set: everything is the last thing it should mean.
  if (text === '') throw empty();
  if (text.startsWith(':/')) return { magic: new Set(['top']), pattern: text.slice(2) };
  if (!text.startsWith(':')) return { magic: new Set(), pattern: text };
  const [whole = '', words = ''] = /^:\(([a-z,]*)\)/.exec(text) ?? [];
  const magic = new Set(words.split(',').filter((word) => word !== ''));
  const unknown = [...magic].filter((word) => !KNOWN.includes(word));
  const clash = magic.has('glob') && magic.has('literal');
  if (whole === '' || unknown.length > 0 || clash) throw unsupported(text);
  return { magic, pattern: text.slice(whole.length) };
}

function placeOf(text: string, pattern: string, inside: Start['insideWorkspace']): string {
  if (!posix.isAbsolute(pattern)) return pattern;
  const place = inside(pattern);
  if (place === undefined) throw outside(text);
  return `/${place}`;
}

function located(text: string, prefix: string, place: string): string {
  const joined = posix.isAbsolute(place) ? place.slice(1) : posix.join(prefix, place);
  const path = posix.normalize(joined).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) throw outside(text);
  return path === '.' ? '' : path;
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\\]/g, '\\$&');
}

function isAtOrBelow(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`);
}

function empty(): StagedFsError {
  return new StagedFsError('ERR_STAGED_INVALID_ARGUMENT', 'An empty string is no pathspec.', {
    argument: 'path',
    hint: 'Use `.` to mean everything here, or leave the path out.',
  });
}

function unsupported(text: string): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `The pathspec ${JSON.stringify(text)} has magic that is not supported.`,
    {
      argument: 'path',
      hint: 'Use `:(glob)`, `:(literal)` or `:(top)`; for a name that starts with a colon, `./:name`.',
    },
  );
}

function outside(text: string): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_PATH_ESCAPE',
    `The pathspec ${JSON.stringify(text)} is outside the workspace.`,
    { path: text },
  );
}
