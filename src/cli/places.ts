import { isAbsolute, join, relative } from 'node:path';
import { printablePath } from './printable.ts';

/** Translates between what the user types and sees, and paths of the workspace. */
export interface Places {
  /** The current directory, workspace-relative; empty when it is outside. */
  readonly prefix: string;
  /** An argument as an absolute path. */
  readonly absolute: (argument: string) => string;
  /** An absolute argument as the workspace spells it; undefined when it is outside. */
  readonly insideWorkspace: (argument: string) => string | undefined;
  /** A workspace path for people, relative to the current directory. */
  readonly shown: (path: string) => string;
}

/** Where a run takes place. */
export interface Location {
  /** Real path of the workspace. */
  readonly root: string;
  /** The workspace as the user spelled it, perhaps through a link. */
  readonly spelledRoot: string;
  readonly cwd: string;
}

/** Arguments are relative to the current directory when that is in the workspace, else to it. */
export function placesOf({ root, spelledRoot, cwd }: Location): Places {
  const prefix = below(root, cwd) ?? '';
  const start = join(root, prefix);
  return {
    prefix,
    absolute: (argument) => (isAbsolute(argument) ? argument : join(start, argument)),
    insideWorkspace: (argument) => below(root, argument) ?? below(spelledRoot, argument),
    shown: (path) => printablePath(relative(start, join(root, path)) || '.'),
  };
}

function below(directory: string, path: string): string | undefined {
  const inside = relative(directory, path);
  return inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? undefined : inside;
}
