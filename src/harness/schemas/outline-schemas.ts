// Wire shapes of `tools.get_file_outline`.
import { z } from 'zod';
import { SYMBOL_KINDS, type SymbolKind } from '../../syntax/symbol.ts';
import { count, countOrZero, optionalSession, path } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';

/** Request of `tools.get_file_outline`. */
export interface FileOutlineRequest {
  readonly path: string;
  /** Levels to keep; 0 for all. @default 0 */
  readonly max_depth?: number | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** A definition in a file, with what it holds. Rows count from 0, the last one included. */
export interface FileOutlineItem {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly start_row: number;
  readonly end_row: number;
  readonly children: readonly FileOutlineItem[];
}

/** Response of `tools.get_file_outline`. */
export interface FileOutlineResponse {
  /** As requested. */
  readonly path: string;
  /** Of an unknown language the file's extension, or `plaintext`. */
  readonly language: string;
  /** None for an unknown language. */
  readonly items: readonly FileOutlineItem[];
}

const item: z.ZodType<FileOutlineItem> = z.strictObject({
  name: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  start_row: count,
  end_row: count,
  children: z.lazy(() => z.array(item)),
});

export const fileOutlineSchemas: MethodSchemas<FileOutlineRequest, FileOutlineResponse> = {
  request: z.strictObject({
    path,
    max_depth: countOrZero('Levels to keep; 0 for all.'),
    session_id: optionalSession,
  }),
  response: z.strictObject({ path: z.string(), language: z.string(), items: z.array(item) }),
};
