// Wire shapes of the code index's helpers that see the overlay.
import { z } from 'zod';
import { count, optional, optionalSession, path } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';

/** Request of `code_index.read_range`. */
export interface ReadRangeRequest {
  readonly path: string;
  /** First line, from 1. @default 1 */
  readonly start?: number | null | undefined;
  /** Last line, included. @default the last */
  readonly end?: number | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** Response of `code_index.read_range`; the bounds are there when one was asked for. */
export interface ReadRangeResponse {
  /** The lines, without the last one's line end. */
  readonly content: string;
  readonly start?: number | undefined;
  /** Not behind the last line. */
  readonly end?: number | undefined;
}

/** Request of `code_index.file_hash`. */
export interface FileHashRequest {
  readonly path: string;
  readonly session_id?: string | null | undefined;
}

const line = z.int().min(1, 'must be at least 1');

export const readRangeSchemas: MethodSchemas<ReadRangeRequest, ReadRangeResponse> = {
  request: z.strictObject({
    path,
    start: optional(line, 'First line, from 1.'),
    end: optional(line, 'Last line, included.'),
    session_id: optionalSession,
  }),
  response: z.strictObject({
    content: z.string(),
    start: count.optional(),
    end: count.optional(),
  }),
};

/** The response is the FNV-1a hash of 64 bits in decimal, or null where there is no such file. */
export const fileHashSchemas: MethodSchemas<FileHashRequest, string | null> = {
  request: z.strictObject({ path, session_id: optionalSession }),
  response: z.string().nullable(),
};
