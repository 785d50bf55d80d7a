import type { PlacedEntry } from '../base/entry.ts';
import type { Mode } from '../base/ids.ts';

/** The checkpoint of a session's state. */
export interface Manifest {
  readonly sessionId: string;
  readonly mode: Mode;
  /**
   * The workspace's absolute path. As read, where it was when the manifest was written: the
   * directory a manifest is found in decides where it is now.
   */
  readonly root: string;
  /** The last journal record folded in; undefined when the reference wrote it. */
  readonly seq: number | undefined;
  /** In byte order of paths; as read, in the order of the file. */
  readonly entries: readonly PlacedEntry[];
}
