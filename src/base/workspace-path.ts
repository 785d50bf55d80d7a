import { corrupt } from './json.ts';
import { displayName } from './name.ts';

declare const pathBrand: unique symbol;

/**
 * The key of a place in the workspace: relative, `/`-separated, no empty, `.` or `..` segment, no
 * NUL. The root is the empty string.
 */
export type WorkspacePath = string & { readonly [pathBrand]: true };

/** The workspace itself. */
export const ROOT_PATH: WorkspacePath = '' as WorkspacePath;

/** Reads a key from stored state or from our own code. @throws ERR_STAGED_CORRUPT when it is none. */
export function parseWorkspacePath(value: unknown): WorkspacePath {
  const isPath = typeof value === 'string' && isWorkspacePath(value);
  return isPath ? (value as WorkspacePath) : corrupt('path', 'a workspace path', value);
}

/** The key of `name` inside `directory`; `name` is one segment or already a relative key. */
export function joinPath(directory: WorkspacePath, name: string): WorkspacePath {
  return (directory === '' ? name : `${directory}/${name}`) as WorkspacePath;
}

/** The directory that holds `path`; the root is its own parent. */
export function parentOf(path: WorkspacePath): WorkspacePath {
  const slash = path.lastIndexOf('/');
  return (slash < 0 ? '' : path.slice(0, slash)) as WorkspacePath;
}

/** `path` as a person may read it; the root is `.`. */
export function displayPath(path: WorkspacePath): string {
  return path === '' ? '.' : displayName(path);
}

/** The last segment of `path`. */
export function nameOf(path: WorkspacePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The first segment of `path`: its topmost ancestor, or itself. */
export function topOf(path: WorkspacePath): WorkspacePath {
  const slash = path.indexOf('/');
  return (slash < 0 ? path : path.slice(0, slash)) as WorkspacePath;
}

/** The strict ancestors of `path`, nearest first, the root last. */
export function* ancestorsOf(path: WorkspacePath): Generator<WorkspacePath> {
  for (let at = path; at !== ''; ) {
    at = parentOf(at);
    yield at;
  }
}

/** Whether `path` lies strictly below `ancestor`. */
export function isBelow(path: WorkspacePath, ancestor: WorkspacePath): boolean {
  if (ancestor === '') return path !== '';
  return (
    path.length > ancestor.length && path[ancestor.length] === '/' && path.startsWith(ancestor)
  );
}

/** `path` seen from `ancestor`, which must be above it. */
export function relativeTo(path: WorkspacePath, ancestor: WorkspacePath): WorkspacePath {
  return (ancestor === '' ? path : path.slice(ancestor.length + 1)) as WorkspacePath;
}

// Empty, `.` and `..` segments, and NUL. Checked for each stored path: splitting takes twice as long.
const NOT_NORMAL = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

function isWorkspacePath(text: string): boolean {
  return text === '' || !NOT_NORMAL.test(text);
}
