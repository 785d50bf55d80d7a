/** The mode git records for a path: plain file, executable, symbolic link, submodule. */
export type GitMode = '100644' | '100755' | '120000' | '160000';

/** What git names a state of a path by. */
export interface SideName {
  readonly mode: GitMode;
  /** Full object id, lower-case hex: 40 or 64 digits. */
  readonly oid: string;
}

/** One state of a path. */
export interface FileSide extends SideName {
  /** The content; a link's target; not read for a submodule. */
  readonly bytes: Uint8Array;
}

/** Where the before side came from, when a rename was detected. */
interface RenameSource {
  readonly path: Uint8Array;
  /** Whole per cent, as git prints it. */
  readonly similarity: number;
}

/** What happened to one path, without the contents; a side that is missing did not exist. */
export interface NamedChange {
  /** Raw path bytes, relative to the workspace, separated by `/`. */
  readonly path: Uint8Array;
  readonly before?: SideName;
  readonly after?: SideName;
  readonly renamedFrom?: RenameSource;
}

/** What happened to one path, with the contents. */
export interface FileChange extends NamedChange {
  readonly before?: FileSide;
  readonly after?: FileSide;
}

/** The letter git gives a change: added, deleted, type changed, renamed, modified. */
export type ChangeStatus = 'A' | 'D' | 'T' | 'R' | 'M';

const NO_BYTES = new Uint8Array();

/** What is compared for `side`: its bytes, or the line git shows in place of a submodule. */
export function contentOf(side: FileSide | undefined): Uint8Array {
  if (side === undefined) return NO_BYTES;
  if (side.mode !== '160000') return side.bytes;
  return Buffer.from(`Subproject commit ${side.oid}\n`, 'latin1');
}

/** The letter for `change`, or undefined when both sides are the same. */
export function statusOf(change: NamedChange): ChangeStatus | undefined {
  const { before, after } = change;
  if (before === undefined) return after === undefined ? undefined : 'A';
  if (after === undefined) return 'D';
  if (change.renamedFrom !== undefined) return 'R';
  if (isTypeChange(before, after)) return 'T';
  return before.mode === after.mode && before.oid === after.oid ? undefined : 'M';
}

// An exec bit alone does not count.
function isTypeChange(before: SideName, after: SideName): boolean {
  return before.mode.slice(0, 3) !== after.mode.slice(0, 3);
}
