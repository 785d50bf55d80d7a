/** The patch of one path, byte for byte as `git diff --no-ext-diff --binary --full-index` prints it. */
import { isBinary } from '../binary/binary.ts';
import { writeBinaryBlock } from '../binary/binary-block.ts';
import { contentOf, type FileChange, statusOf } from '../file-change.ts';
import { DEFAULT_CONTEXT, writeHunks } from '../lines/hunk.ts';
import { diffLines } from '../lines/line-diff.ts';
import { ByteWriter } from './byte-writer.ts';
import { writeFileNames, writeHeader } from './patch-header.ts';

/** How a patch is printed. */
export interface PatchOptions {
  /**
   * Lines of context around each change; at least 0.
   * @default 3
   */
  readonly context?: number;
}

/**
 * Prints `change` as a git patch; nothing when both sides are the same.
 *
 * ```ts
 * const patch = filePatch({ path: Buffer.from('a.txt'), before, after });
 * ```
 */
export function filePatch(change: FileChange, options: PatchOptions = {}): Uint8Array {
  const out = new ByteWriter();
  const context = options.context ?? DEFAULT_CONTEXT;
  for (const section of sectionsOf(change)) writeSection(out, section, context);
  return out.finish();
}

// A file cannot become a link by hunks: it is deleted, then created.
function sectionsOf(change: FileChange): readonly FileChange[] {
  const { path, before, after } = change;
  switch (statusOf(change)) {
    case undefined:
      return [];
    case 'T':
      return [
        { path, ...(before && { before }) },
        { path, ...(after && { after }) },
      ];
    default:
      return [change];
  }
}

function writeSection(out: ByteWriter, change: FileChange, context: number): void {
  writeHeader(out, change);
  if (change.before?.oid === change.after?.oid) return;
  const before = contentOf(change.before);
  const after = contentOf(change.after);
  if (isBinary(before) || isBinary(after)) writeBinaryBlock(out, before, after);
  else writeText(out, change, context);
}

function writeText(out: ByteWriter, change: FileChange, context: number): void {
  const diff = diffLines(contentOf(change.before), contentOf(change.after), context);
  // An empty file made or deleted has no lines, so neither names nor hunks.
  if (diff.changes.length === 0) return;
  writeFileNames(out, change);
  writeHunks(out, diff, context);
}
