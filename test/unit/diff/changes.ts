// Changes and patches as the tests write them down.
import { createHash } from 'node:crypto';
import type { FileChange, FileSide, GitMode } from '../../../src/diff/file-change.ts';
import { parseSeries } from '../../../src/diff/parse/parse-patch.ts';
import type { PatchSection } from '../../../src/diff/print/patch-section.ts';

/** One state of a file, with the object id git would give it. */
export function side(bytes: Uint8Array | string, mode: GitMode = '100644'): FileSide {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const oid = createHash('sha1').update(`blob ${body.length}\0`).update(body).digest('hex');
  return { mode, oid, bytes: body };
}

export function created(path: string, after: FileSide): FileChange {
  return { path: Buffer.from(path), after };
}

export function deleted(path: string, before: FileSide): FileChange {
  return { path: Buffer.from(path), before };
}

export function changed(path: string, before: FileSide, after: FileSide): FileChange {
  return { path: Buffer.from(path), before, after };
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

export function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** The sections of a patch. */
export function parsed(patch: Uint8Array): PatchSection[] {
  return finished(parseSeries(patch)).flat();
}

/** The result of work done in steps. */
export function finished<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
