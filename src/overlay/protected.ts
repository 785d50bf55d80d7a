import type { WorkspacePath } from '../base/workspace-path.ts';

/** Why a path may not be changed (rule W1). */
export type Protection = 'git' | 'state';

/**
 * Whether `path` is, or lies in, a git directory or our own state. Any spelling counts that some
 * file system takes for the same name: letter case, the code points HFS+ ignores, and NTFS's short
 * name, trailing dots and spaces, and streams (the same names `git` refuses, see its documentation
 * of core.protectHFS and core.protectNTFS).
 */
export function protectionOf(path: WorkspacePath): Protection | undefined {
  if (isStatePath(path)) return 'state';
  return path.split('/').some(isGitName) ? 'git' : undefined;
}

/** Whether `path` is or lies in a state directory: ours, or that of a workspace nested in this one. */
export function isStatePath(path: WorkspacePath): boolean {
  return /(^|\/)\.harn\/state(\/|$)/i.test(path);
}

/** Whether `name` is the directory that holds the state. */
export function isStateParentName(name: string): boolean {
  return name.toLowerCase() === '.harn';
}

/** Whether some file system takes `name` for `.git`. */
export function isGitName(name: string): boolean {
  // Nearly every name ends here.
  if (!/[gG]/.test(name)) return false;
  const visible = name.replace(HFS_IGNORED, '').toLowerCase();
  return /^(\.git|git~1)[. ]*(:.*)?$/.test(visible);
}

// Zero-width and direction marks that HFS+ drops when it compares names.
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
