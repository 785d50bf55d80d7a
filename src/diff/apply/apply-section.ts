import { applyDelta } from '../binary/apply-delta.ts';
import type { BinaryMaking, SectionBody } from '../print/patch-section.ts';
import { type ApplyOptions, type ApplyResult, applyHunks } from './apply-hunks.ts';

/** What became of a section: as of its hunks, or why a binary one cannot be applied. */
export type SectionResult =
  | ApplyResult
  /** The binary block was made for other bytes. */
  | { readonly result: 'other_source' }
  /** The patch says that binary files differ, but not how. */
  | { readonly result: 'no_content' };

/**
 * The bytes that a section makes of `before`; of nothing, when the section creates the file. In
 * steps.
 */
export function* applyBody(
  before: Uint8Array,
  body: SectionBody,
  options: ApplyOptions = {},
): Generator<void, SectionResult> {
  switch (body.kind) {
    case 'none':
      return { result: 'applied', bytes: before, offsets: [] };
    case 'hunks':
      return yield* applyHunks(before, body.hunks, options);
    case 'binary':
      return applyMaking(before, body.forward);
    case 'missing':
      return { result: 'no_content' };
  }
}

// A literal fits any source: the caller compares object ids where that matters.
function applyMaking(before: Uint8Array, making: BinaryMaking): SectionResult {
  const bytes = making.kind === 'literal' ? making.bytes : applyDelta(before, making.bytes);
  return bytes === undefined
    ? { result: 'other_source' }
    : { result: 'applied', bytes, offsets: [] };
}
