/** What an edit turns into what, as far as both are text of a size to be shown. */
export interface Edit {
  /** Null when nothing was there. */
  readonly oldText: string | null;
  readonly newText: string;
}

/** Where the small agent reads and writes. Paths are absolute. */
export interface FileAccess {
  /** Undefined when the edit can't be shown. */
  write(path: string, text: string, signal: AbortSignal): Promise<Edit | undefined>;
  append(path: string, text: string, signal: AbortSignal): Promise<Edit | undefined>;
  remove(path: string, signal: AbortSignal): Promise<Edit | undefined>;
  read(path: string, signal: AbortSignal): Promise<string>;
  list(path: string): Promise<readonly string[]>;
}
