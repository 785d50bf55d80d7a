// Wire shapes of what is read from syntax trees.
import { z } from 'zod';
import { SYMBOL_KINDS, type SymbolKind, type SyntaxSymbol } from '../../syntax/symbol.ts';
import type { SyntaxNode } from '../../syntax/syntax-node.ts';
import { count, countOrZero, optional, optionalSession, path } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';

/** Request of `ast.parse_file`. */
export interface ParseFileRequest {
  readonly path: string;
  /** The name or alias of a language; else it is told by the file's name and `#!` line. */
  readonly language?: string | null | undefined;
  /** Read the first bytes only; 0 for all. @default 0 */
  readonly max_bytes?: number | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** Response of `ast.parse_file`. */
export interface ParseFileResponse {
  /** As requested. */
  readonly path: string;
  readonly language: string;
  readonly root_id: 0;
  /** Breadth first. Rows, columns and offsets count from 0; columns and offsets in bytes. */
  readonly nodes: readonly SyntaxNode[];
  /** Whether the source does not follow its grammar. */
  readonly had_errors: boolean;
}

/** Request of `ast.outline`. */
export interface AstOutlineRequest {
  readonly path: string;
  /** The name or alias of a language; else it is told by the file's name and `#!` line. */
  readonly language?: string | null | undefined;
  /** Read the first bytes only; 0 for all. @default 0 */
  readonly max_bytes?: number | null | undefined;
  /** Levels to keep; 0 for all. @default 0 */
  readonly max_depth?: number | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** A symbol of `ast.outline` with what it holds. Rows count from 0, the last one included. */
export interface AstOutlineItem {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
  readonly start_row: number;
  readonly end_row: number;
  readonly children: readonly AstOutlineItem[];
}

/** Response of `ast.outline`. */
export interface AstOutlineResponse {
  /** As requested. */
  readonly path: string;
  readonly language: string;
  readonly items: readonly AstOutlineItem[];
}

/** Request of `ast.symbols`. */
export interface AstSymbolsRequest {
  readonly path: string;
  /** The name or alias of a language; else it is told by the file's name and `#!` line. */
  readonly language?: string | null | undefined;
  /** Read the first bytes only; 0 for all. @default 0 */
  readonly max_bytes?: number | null | undefined;
  /** Kinds to tell; all when absent. */
  readonly kinds?: readonly SymbolKind[] | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** Response of `ast.symbols`. */
export interface AstSymbolsResponse {
  /** As requested. */
  readonly path: string;
  readonly language: string;
  /** In the order of the source. */
  readonly symbols: readonly SyntaxSymbol[];
}

const language = optional(z.string(), "A language's name or alias; else told by the file.");

const maxBytes = countOrZero('Read the first bytes only; 0 for all.');

const place = { start_row: count, start_col: count, end_row: count, end_col: count };

export const parseFileSchemas: MethodSchemas<ParseFileRequest, ParseFileResponse> = {
  request: z.strictObject({
    path,
    language,
    max_bytes: maxBytes,
    session_id: optionalSession,
  }),
  response: z.strictObject({
    path: z.string(),
    language: z.string(),
    root_id: z.literal(0),
    nodes: z.array(
      z.strictObject({
        id: count,
        parent_id: count.nullable(),
        kind: z.string(),
        is_named: z.boolean(),
        start_byte: count,
        end_byte: count,
        ...place,
      }),
    ),
    had_errors: z.boolean(),
  }),
};

const outlineItem: z.ZodType<AstOutlineItem> = z.strictObject({
  name: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  signature: z.string(),
  start_row: count,
  end_row: count,
  children: z.lazy(() => z.array(outlineItem)),
});

export const astOutlineSchemas: MethodSchemas<AstOutlineRequest, AstOutlineResponse> = {
  request: z.strictObject({
    path,
    language,
    max_bytes: maxBytes,
    max_depth: countOrZero('Levels to keep; 0 for all.'),
    session_id: optionalSession,
  }),
  response: z.strictObject({
    path: z.string(),
    language: z.string(),
    items: z.array(outlineItem),
  }),
};

export const astSymbolsSchemas: MethodSchemas<AstSymbolsRequest, AstSymbolsResponse> = {
  request: z.strictObject({
    path,
    language,
    max_bytes: maxBytes,
    kinds: optional(z.array(z.enum(SYMBOL_KINDS)), 'Kinds to tell; all when absent.'),
    session_id: optionalSession,
  }),
  response: z.strictObject({
    path: z.string(),
    language: z.string(),
    symbols: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(SYMBOL_KINDS),
        container: z.string().nullable(),
        signature: z.string(),
        ...place,
      }),
    ),
  }),
};
