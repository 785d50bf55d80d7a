import { resolve } from 'node:path';
import { StagedFsError } from '../base/errors.ts';

/** Where the program was started; undefined when that directory was deleted, which node throws on. */
export function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** An argument as an absolute path. @throws ERR_STAGED_NOT_FOUND when it needs a directory that is gone */
export function fromDirectory(directory: string | undefined, argument: string): string {
  if (directory !== undefined) return resolve(directory, argument);
  // Without a look at the current directory, which node would take for a path that is not absolute.
  if (argument.startsWith('/')) return resolve(argument);
  throw new StagedFsError(
    'ERR_STAGED_NOT_FOUND',
    'The current directory does not exist any more.',
    { path: argument, hint: 'Go to one that does, or pass absolute paths and `--root`.' },
  );
}
