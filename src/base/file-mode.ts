/** git's file mode: a plain file, an executable one, or a symbolic link. */
export type FileMode = '100644' | '100755' | '120000';

const FILE_MODES: readonly string[] = ['100644', '100755', '120000'];

/** Whether `value` is one of git's three modes. */
export function isFileMode(value: unknown): value is FileMode {
  return typeof value === 'string' && FILE_MODES.includes(value);
}

/** git's mode of a regular file with these permission bits: executable when its owner may execute. */
export function fileModeOf(permissions: number): FileMode {
  return (permissions & 0o100) === 0 ? '100644' : '100755';
}

/**
 * The permission bits a file gets at commit: those it has, with only the exec bits changed where
 * `fileMode` asks for it. Exec is granted to whoever may read, as git does.
 */
export function permissionsFor(fileMode: FileMode, existing: number): number {
  if (fileModeOf(existing) === fileMode) return existing;
  const readers = (existing & 0o444) >> 2;
  return fileMode === '100755' ? existing | readers | 0o100 : existing & ~0o111;
}
