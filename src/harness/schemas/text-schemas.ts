// Wire shapes of the text methods: hashed reads and compare-and-swap writes.
import { z } from 'zod';
import { count, flag, optional, optionalSession, path } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';

/** Request of `fs.staged_read_text` and of its old name `fs.read_text`. */
export interface ReadTextRequest {
  readonly path: string;
  readonly session_id?: string | null | undefined;
}

/** Response of `fs.staged_read_text`: a missing file is empty text with `exists` false. */
export interface ReadTextResponse {
  /** As requested. */
  readonly path: string;
  readonly content: string;
  /** `sha256:<hex>` of the raw bytes. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly exists: boolean;
}

/** Request of `fs.safe_text_patch`. */
export interface SafeTextPatchRequest {
  readonly path: string;
  /** The whole text as it shall be. */
  readonly content: string;
  /** `sha256:<hex>` the current content must have; compared as a string. */
  readonly expected_hash?: string | null | undefined;
  readonly session_id?: string | null | undefined;
  /** @default true */
  readonly create_parents?: boolean | null | undefined;
  /** @default true */
  readonly overwrite?: boolean | null | undefined;
}

/** Response of `fs.safe_text_patch`. A stale base is an answer, not an error. */
export interface SafeTextPatchResponse {
  /** As requested. */
  readonly path: string;
  readonly result: 'applied' | 'stale_base' | 'no_op';
  readonly applied: boolean;
  readonly stale_base: boolean;
  /** `sha256:<hex>` of what was there; of no bytes when nothing was. */
  readonly current_hash: string;
  /** The same as `current_hash`. */
  readonly before_sha256: string;
  /** `sha256:<hex>` of the text asked for, whatever the result. */
  readonly after_sha256: string;
  readonly expected_hash: string | null;
  readonly created: boolean;
  /** 0 unless applied. */
  readonly bytes_written: number;
}

/** Request of `fs.emit_safe_text_patch_result`. */
export interface EmitPatchResultRequest {
  readonly path: string;
  /** `applied`, `no_op`, `stale_base`, `hunk_conflict`; others pass too. */
  readonly result: string;
  /** @default 0 */
  readonly hunks_count?: number | null | undefined;
  /** @default 0 */
  readonly bytes_written?: number | null | undefined;
  readonly failed_hunk_index?: number | null | undefined;
  readonly session_id?: string | null | undefined;
}

const label: z.ZodString = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const readTextSchemas: MethodSchemas<ReadTextRequest, ReadTextResponse> = {
  request: z.strictObject({ path, session_id: optionalSession }),
  response: z.strictObject({
    path: z.string(),
    content: z.string(),
    sha256: label,
    size: count,
    exists: z.boolean(),
  }),
};

export const safeTextPatchSchemas: MethodSchemas<SafeTextPatchRequest, SafeTextPatchResponse> = {
  request: z.strictObject({
    path,
    content: z.string().meta({ description: 'The whole text as it shall be.' }),
    expected_hash: optional(z.string(), '`sha256:<hex>` the current content must have.'),
    session_id: optionalSession,
    create_parents: flag(true, 'Make missing parent directories.'),
    overwrite: flag(true, 'Replace what exists.'),
  }),
  response: z.strictObject({
    path: z.string(),
    result: z.enum(['applied', 'stale_base', 'no_op']),
    applied: z.boolean(),
    stale_base: z.boolean(),
    current_hash: label,
    before_sha256: label,
    after_sha256: label,
    expected_hash: z.string().nullable(),
    created: z.boolean(),
    bytes_written: count,
  }),
};

export const emitPatchResultSchemas: MethodSchemas<EmitPatchResultRequest, boolean> = {
  request: z.strictObject({
    path,
    // The reference declares four values and lets any text pass.
    result: z.string().meta({ enum: ['applied', 'no_op', 'stale_base', 'hunk_conflict'] }),
    hunks_count: optional(z.int(), 'Hunks of the patch; negative counts as 0.'),
    bytes_written: optional(z.int(), 'Bytes written; negative counts as 0.'),
    failed_hunk_index: optional(count, 'Which hunk failed, from 0.'),
    session_id: optionalSession,
  }),
  response: z.boolean(),
};
