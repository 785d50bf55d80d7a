import { isStagedFsError } from '../../base/errors.ts';
import { DEFAULT_CONTEXT } from '../../diff/lines/hunk.ts';
import type { CountedChange } from '../../diff/print/line-counts.ts';
import { decodeListing } from '../../diff/print/listing-json.ts';
import type { PrintForm, PrintStyle, RawChange } from '../../diff/print/print-changes.ts';
import { formatNameStatus, formatNumstat } from '../../diff/print/stat.ts';
import { formatStat } from '../../diff/print/stat-graph.ts';
import { inTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import { objectFormatOf } from '../../git/object-format.ts';
import { throwIfAborted } from '../../store/abortable.ts';
import type { DiffFormat, DiffOptions } from '../api/patch-types.ts';
import type { SessionParts } from '../parts.ts';
import { oversizedChange, type ReadChange, readChange } from './diff-change.ts';
import { type PendingFile, pendingFiles } from './diff-files.ts';
import { keepPiece, keptPiece } from './kept-piece.ts';

/** One diff: of which session, as it was asked for, and how its pieces are printed. */
export interface Printing {
  readonly parts: SessionParts;
  readonly options: DiffOptions;
  readonly style: PrintStyle;
}

const FORMS: Readonly<Record<DiffFormat, PrintForm>> = {
  patch: 'patch',
  stat: 'counts',
  numstat: 'counts',
  'name-status': 'names',
};

/**
 * Prints the selected entries as git would: for a patch one piece a path, in byte order of paths.
 * @throws ERR_STAGED_BODY_MISSING, also when what was listed has been committed or discarded meanwhile
 */
export async function* diffPieces(
  parts: SessionParts,
  options: DiffOptions,
): AsyncGenerator<Uint8Array> {
  const { format = 'patch' } = options;
  const files = await pendingFiles(parts, options);
  const pieces = printedPieces(await printingOf(parts, options), files);
  if (format === 'patch') yield* pieces;
  else yield await inTurns(summaryOf(await listed(pieces), format, options.width));
}

/** How that diff is printed. */
export async function printingOf(parts: SessionParts, options: DiffOptions): Promise<Printing> {
  const { context = DEFAULT_CONTEXT, format = 'patch' } = options;
  const objectFormat = await objectFormatOf(parts.ports.disk, parts.lower.root);
  return { parts, options, style: { form: FORMS[format], objectFormat, context, renames: false } };
}

function printedPieces(
  printing: Printing,
  files: readonly PendingFile[],
): AsyncGenerator<Uint8Array> {
  // Without a deletion nothing can have been renamed.
  const mayRename = files.some(({ after }) => after === undefined);
  return printing.options.renames === true && mayRename
    ? withRenames(printing, files)
    : oneByOne(printing, files);
}

async function* oneByOne(
  printing: Printing,
  files: readonly PendingFile[],
): AsyncGenerator<Uint8Array> {
  const turn = new Turn();
  for (const file of files) {
    throwIfAborted(printing.options.signal);
    const piece = await pieceOf(printing, file);
    if (piece.length > 0) yield piece;
    if (turn.isOver()) await turn.next();
  }
}

/** Prints one path where renames do not count; no bytes when nothing differs. */
export async function pieceOf(printing: Printing, file: PendingFile): Promise<Uint8Array> {
  const kept = await keptPiece(printing.parts, file, printing.style);
  return kept ?? (await printedPiece(printing, file, await contentsOf(printing, file)));
}

async function printedPiece(
  { parts, options, style }: Printing,
  file: PendingFile,
  { change, isRecorded }: ReadChange,
): Promise<Uint8Array> {
  const { signal } = options;
  const [piece = NOTHING] = await parts.ports.differ.print(
    { ...style, changes: [change] },
    { signal },
  );
  if (isRecorded) keepPiece(parts, file, { style, piece });
  return piece;
}

const NOTHING = new Uint8Array();

// A file too large to be compared must not keep the others from being listed.
async function contentsOf(printing: Printing, file: PendingFile): Promise<ReadChange> {
  const { parts, options, style } = printing;
  try {
    return await readChange(parts, file, { ...options, objectFormat: style.objectFormat });
  } catch (error) {
    const isListed = style.form !== 'patch' && isStagedFsError(error, 'ERR_STAGED_TOO_LARGE');
    if (isListed) return { change: oversizedChange(file), isRecorded: false };
    throw error;
  }
}

// Renames are about all files at once that were made or deleted, so these are all in memory.
async function* withRenames(
  printing: Printing,
  files: readonly PendingFile[],
): AsyncGenerator<Uint8Array> {
  const { parts, options, style } = printing;
  const candidates: RawChange[] = [];
  const others: (Uint8Array | undefined)[] = [];
  const turn = new Turn();
  for (const file of files) {
    throwIfAborted(options.signal);
    others.push(await pieceOrCandidate(printing, file, candidates));
    if (turn.isOver()) await turn.next();
  }
  const request = { ...style, renames: true, changes: candidates };
  const printed = await parts.ports.differ.print(request, { signal: options.signal });
  const next = printed.values();
  for (const other of others) {
    const piece = other ?? next.next().value ?? NOTHING;
    if (piece.length > 0) yield piece;
  }
}

// Undefined when it was added to the candidates.
async function pieceOrCandidate(
  printing: Printing,
  file: PendingFile,
  candidates: RawChange[],
): Promise<Uint8Array | undefined> {
  const isModified = file.before.kind !== 'absent' && file.after !== undefined;
  const kept = isModified ? await keptPiece(printing.parts, file, printing.style) : undefined;
  if (kept !== undefined) return kept;
  const read = await contentsOf(printing, file);
  // Asked of what was read: a base that is lost may be missing in lower too.
  const { before, after } = read.change;
  if (before !== undefined && after !== undefined) return await printedPiece(printing, file, read);
  candidates.push(read.change);
  return undefined;
}

async function listed(pieces: AsyncIterable<Uint8Array>): Promise<CountedChange[]> {
  const changes: CountedChange[] = [];
  for await (const piece of pieces) changes.push(decodeListing(piece));
  return changes;
}

function summaryOf(
  changes: readonly CountedChange[],
  format: DiffFormat,
  width: number | undefined,
): Generator<undefined, Uint8Array> {
  if (format === 'numstat') return formatNumstat(changes);
  if (format !== 'stat') return formatNameStatus(changes);
  return formatStat(changes, width === undefined ? {} : { width });
}
