/** Everything a diff does with contents, in one pure step that can be taken on any thread. */
import { blobOid, type ObjectFormat } from '../blob-oid.ts';
import { type FileChange, type FileSide, type GitMode, statusOf } from '../file-change.ts';
import { type LineCounts, lineCounts } from './line-counts.ts';
import { encodeListing } from './listing-json.ts';
import { filePatch } from './patch.ts';
import { resolveRenames } from './renames.ts';

/** One state of a path whose object id may have to be computed. */
export interface RawSide {
  readonly mode: GitMode;
  readonly oid?: string;
  readonly bytes: Uint8Array;
}

/** What happened to one path; a side that is missing did not exist. */
export interface RawChange {
  /** Raw path bytes, relative to the workspace, separated by `/`. */
  readonly path: Uint8Array;
  readonly before?: RawSide;
  readonly after?: RawSide;
}

/** What is made of each change: its section of a patch, its listing with counted lines, or without. */
export type PrintForm = 'patch' | 'counts' | 'names';

/** How changes are printed. */
export interface PrintStyle {
  readonly form: PrintForm;
  readonly objectFormat: ObjectFormat;
  /** Lines of context; for a patch. */
  readonly context: number;
  /** Whether deletions and creations of like content become renames. */
  readonly renames: boolean;
}

/** What to print, and how. */
export interface PrintRequest extends PrintStyle {
  readonly changes: readonly RawChange[];
}

const NOTHING = new Uint8Array();
const NOT_COUNTED: LineCounts = {
  added: 0,
  removed: 0,
  binary: false,
  beforeSize: 0,
  afterSize: 0,
};

/**
 * Prints each change: in the same order, and empty for one that has equal sides or is the deletion of a
 * rename. A listing is read with `decodeListing`.
 */
export function printChanges({ changes, ...style }: PrintRequest): Uint8Array[] {
  const named = changes.map((change) => withOids(change, style.objectFormat));
  const resolved = style.renames ? resolveRenames(named) : named;
  return resolved.map((change) => (change === undefined ? NOTHING : printed(change, style)));
}

function withOids({ path, before, after }: RawChange, format: ObjectFormat): FileChange {
  return {
    path,
    ...(before && { before: sideOf(before, format) }),
    ...(after && { after: sideOf(after, format) }),
  };
}

function sideOf(side: RawSide, format: ObjectFormat): FileSide {
  return { ...side, oid: side.oid ?? blobOid(side.bytes, format) };
}

function printed(change: FileChange, { form, context }: PrintStyle): Uint8Array {
  if (form === 'patch') return filePatch(change, { context });
  if (statusOf(change) === undefined) return NOTHING;
  const counts = form === 'counts' ? lineCounts(change) : NOT_COUNTED;
  return encodeListing({ ...change, counts });
}
