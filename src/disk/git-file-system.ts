import * as promises from 'node:fs/promises';

/** The part of the file system that a git library asks for, of node's own shape. */
export interface GitFileSystem {
  readonly promises: typeof promises;
}

/** node's own file system, for a git library that brings its own way of using it. */
export const gitFileSystem: GitFileSystem = { promises };
