/** What we use of fs-native-extensions 1.5.1, which ships no types. */
declare module 'fs-native-extensions' {
  /** False when a lock of another open file description excludes this one. */
  export function tryLock(fd: number, options?: { shared?: boolean }): boolean;
  export function unlock(fd: number): void;
  /** renameat2 with RENAME_EXCHANGE. */
  export function swapSync(from: string, to: string): void;
}
