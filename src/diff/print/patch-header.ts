/** The lines above the hunks: names, modes, rename, object ids. */

import type { FileChange, FileSide } from '../file-change.ts';
import type { ByteWriter } from './byte-writer.ts';
import { quoteName } from './quote.ts';

/** Appends the header of `change`, up to and including the `index` line. */
export function writeHeader(out: ByteWriter, change: FileChange): void {
  const { path, before, after } = change;
  const oldPath = change.renamedFrom?.path ?? path;
  out.text(`diff --git ${quoteName(oldPath, 'a/')} ${quoteName(path, 'b/')}\n`);
  writeModes(out, before, after);
  writeRename(out, change);
  if (before?.oid !== after?.oid) writeIndex(out, before, after);
}

/** Appends the `---` and `+++` lines. */
export function writeFileNames(out: ByteWriter, change: FileChange): void {
  const oldPath = change.renamedFrom?.path ?? change.path;
  out.text(`--- ${change.before === undefined ? '/dev/null' : markedName(oldPath, 'a/')}\n`);
  out.text(`+++ ${change.after === undefined ? '/dev/null' : markedName(change.path, 'b/')}\n`);
}

// A tab after a name with a space keeps readers from taking the rest for a time stamp.
function markedName(path: Uint8Array, prefix: string): string {
  const name = quoteName(path, prefix);
  return name.includes(' ') ? `${name}\t` : name;
}

function writeModes(out: ByteWriter, before?: FileSide, after?: FileSide): void {
  if (before === undefined) out.text(`new file mode ${after?.mode}\n`);
  else if (after === undefined) out.text(`deleted file mode ${before.mode}\n`);
  else if (before.mode !== after.mode) {
    out.text(`old mode ${before.mode}\nnew mode ${after.mode}\n`);
  }
}

function writeRename(out: ByteWriter, { path, renamedFrom }: FileChange): void {
  if (renamedFrom === undefined) return;
  out.text(`similarity index ${renamedFrom.similarity}%\n`);
  out.text(`rename from ${quoteName(renamedFrom.path)}\nrename to ${quoteName(path)}\n`);
}

function writeIndex(out: ByteWriter, before?: FileSide, after?: FileSide): void {
  const absent = '0'.repeat((before ?? after)?.oid.length ?? 0);
  const mode = before?.mode === after?.mode ? ` ${before?.mode}` : '';
  out.text(`index ${before?.oid ?? absent}..${after?.oid ?? absent}${mode}\n`);
}
