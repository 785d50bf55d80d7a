import { LONGEST_SOURCE } from '../engine/syntax-reader.ts';
import type { Session } from '../session/api/session-api.ts';
import { type LanguageHints, languageOf } from '../syntax/language-of.ts';
import type { LanguageId } from '../syntax/languages.ts';

/** The bytes of a source in a session's view, and what language they are in, where that is known. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly language: LanguageId | undefined;
}

/** Which source to read, and how. */
export interface SourceRequest {
  readonly path: string;
  readonly language?: string | null | undefined;
  readonly max_bytes?: number | null | undefined;
}

/** Reads a source through the session; one that is too long to parse only far enough to tell. */
export async function readSource(session: Session, request: SourceRequest): Promise<Source> {
  const longest = LONGEST_SOURCE + 1;
  // 0 asks for all.
  const length = Math.min(request.max_bytes || longest, longest);
  const bytes = await session.read(request.path, { length });
  return { bytes, language: languageOf(request.path, hintsOf(request, bytes)) };
}

/** Enough for any `#!` line: systems cut it there. */
const FIRST_LINE_BYTES = 256;

function hintsOf({ language }: SourceRequest, bytes: Uint8Array): LanguageHints {
  const start = Buffer.from(bytes.subarray(0, FIRST_LINE_BYTES)).toString();
  const [firstLine = ''] = start.split('\n', 1);
  return { firstLine, override: language ?? '' };
}
