import type { GitMode } from '../file-change.ts';

/** One line of a hunk; `bytes` includes the line feed unless the text ends without one. */
export interface HunkLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly bytes: Uint8Array;
}

/** One hunk as the patch has it. */
export interface PatchHunk {
  /** First line it was made for, counted from 1; 0 when the before text was empty. */
  readonly beforeStart: number;
  /** First line of the result, counted from 1. */
  readonly afterStart: number;
  readonly lines: readonly HunkLine[];
  /** Line of the patch where the hunk begins, counted from 1. */
  readonly patchLine: number;
}

/** How to make one side of a binary: its bytes, or a delta against the other side. */
export interface BinaryMaking {
  readonly kind: 'literal' | 'delta';
  /** Inflated. */
  readonly bytes: Uint8Array;
}

/** What a section says about the bytes. */
export type SectionBody =
  /** Nothing: only a mode, only a name, or an empty file. */
  | { readonly kind: 'none' }
  | { readonly kind: 'hunks'; readonly hunks: readonly PatchHunk[] }
  | { readonly kind: 'binary'; readonly forward: BinaryMaking; readonly reverse?: BinaryMaking }
  /** `Binary files … differ`: the bytes are not in the patch. */
  | { readonly kind: 'missing' };

/** The part of a patch about one path. */
export interface PatchSection {
  /** Undefined when the section creates the file. */
  readonly beforePath?: Uint8Array;
  /** Undefined when the section deletes the file. */
  readonly afterPath?: Uint8Array;
  readonly isCopy: boolean;
  /** Whether it makes the file if none is there: a plain diff may not say so. */
  readonly mayCreate?: boolean;
  readonly beforeMode?: GitMode;
  readonly afterMode?: GitMode;
  /** As printed: may be abbreviated. */
  readonly beforeOid?: string;
  readonly afterOid?: string;
  readonly body: SectionBody;
  /** Line of the patch where the section begins, counted from 1. */
  readonly patchLine: number;
}

/** The patch cannot be read; `line` of it, counted from 1, is at fault. */
export class PatchSyntaxError extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`Line ${line} of the patch: ${problem}.`);
    this.name = 'PatchSyntaxError';
    this.line = line;
  }
}
