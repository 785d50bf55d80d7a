import type { PlacedEntry } from './entry.ts';
import type { Mode } from './ids.ts';
import type { WorkspacePath } from './workspace-path.ts';

/** What one operation does to the session's state; applied in the order of the fields. */
export interface StateChange {
  /** Forget everything first: the record carries the whole state. */
  readonly reset?: boolean;
  readonly mode?: Mode;
  /** Subtrees: drop the entries at and below these paths. */
  readonly clear?: readonly WorkspacePath[];
  /** Drop the entries at exactly these paths. */
  readonly drop?: readonly WorkspacePath[];
  readonly put?: readonly PlacedEntry[];
}

/** The names under which the journal records operations; the first five are the reference's. */
export type Operation =
  | 'set_mode'
  | 'write'
  | 'safe_text_patch'
  | 'delete'
  | 'commit_staged'
  | 'discard_staged'
  /** One path of a patch that was staged as a whole. */
  | 'apply_patch'
  /** Taken over from the reference, or rebuilt by `verify --repair`: the record carries all entries. */
  | 'adopt'
  /** The first record of a new segment: the record carries all entries. */
  | 'checkpoint'
  /** The last record of a segment. */
  | 'rotate';
