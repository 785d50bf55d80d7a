import { isShownWhole } from './shown-text.ts';

/** What an edit turns into what, as far as both are text of a size to be shown. */
export interface Edit {
  /** Null when nothing was there. */
  readonly oldText: string | null;
  readonly newText: string;
}

/** The edit, where both sides are short enough to be shown; undefined stands for a side that is not. */
export function shownEdit(oldText: string | null | undefined, newText: string): Edit | undefined {
  if (oldText === undefined || !isShownWhole(oldText ?? '')) return undefined;
  return isShownWhole(newText) ? { oldText, newText } : undefined;
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
