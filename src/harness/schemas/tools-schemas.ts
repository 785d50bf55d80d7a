// Wire shapes of the tools an agent calls: write, delete, read, list.
import { z } from 'zod';
import type { FileMode } from '../../base/file-mode.ts';
import { choice, count, countOrZero, flag, optional, optionalSession, path } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';

/** Request of `tools.write_file`: the bytes come from `content` or from `source_path`. */
export interface WriteFileRequest {
  readonly path: string;
  readonly content?: string | null | undefined;
  /** How `content` stands for the bytes. @default 'utf-8' */
  readonly encoding?: 'utf-8' | 'base64' | null | undefined;
  /** @default true */
  readonly create_parents?: boolean | null | undefined;
  /** @default true */
  readonly overwrite?: boolean | null | undefined;
  readonly session_id?: string | null | undefined;
  /** git's file mode; for `120000` the bytes are the link's target. */
  readonly file_mode?: FileMode | null | undefined;
  /**
   * A file to take the bytes from, streamed; relative to the workspace, but free to lie outside: a
   * host that lets an agent fill in the request drops this field.
   */
  readonly source_path?: string | null | undefined;
}

/** Response of `tools.write_file`. */
export interface WriteFileResponse {
  /** As requested. */
  readonly path: string;
  readonly bytes_written: number;
  readonly created: boolean;
}

/** Request of `tools.delete_file`. */
export interface DeleteFileRequest {
  readonly path: string;
  /** Allow a directory that is not empty. @default false */
  readonly recursive?: boolean | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** Response of `tools.delete_file`. */
export interface DeleteFileResponse {
  /** As requested. */
  readonly path: string;
  /** False when nothing was there. */
  readonly removed: boolean;
}

/** Request of `tools.read_file`. */
export interface ReadFileRequest {
  readonly path: string;
  /** First byte. @default 0 */
  readonly offset?: number | null | undefined;
  /** Bytes at most; 0 for all. @default 0 */
  readonly limit_bytes?: number | null | undefined;
  /** `binary` asks for base64. @default 'utf-8' */
  readonly encoding?: 'utf-8' | 'binary' | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** Response of `tools.read_file`. */
export interface ReadFileResponse {
  /** As requested. */
  readonly path: string;
  /** `base64` when asked for, or when the bytes are not valid UTF-8. */
  readonly encoding: 'utf-8' | 'base64';
  readonly content: string;
  /** Bytes returned. */
  readonly size: number;
  /** Whether the file goes on. */
  readonly truncated: boolean;
}

/** Request of `tools.list_directory`. */
export interface ListDirectoryRequest {
  readonly path: string;
  /** Names that start with a dot. @default false */
  readonly include_hidden?: boolean | null | undefined;
  /** 0 for all. @default 0 */
  readonly max_entries?: number | null | undefined;
  readonly session_id?: string | null | undefined;
}

/** One name in `tools.list_directory`. */
export interface ListedEntry {
  readonly name: string;
  readonly is_dir: boolean;
  readonly is_symlink: boolean;
  /** Bytes; of a link the length of its target. */
  readonly size: number;
  /** Present when the name is not UTF-8 and `name` its escaped form. */
  readonly escaped?: true | undefined;
}

/** Response of `tools.list_directory`, in byte order of names. */
export interface ListDirectoryResponse {
  /** As requested. */
  readonly path: string;
  readonly entries: readonly ListedEntry[];
  /** Whether `max_entries` cut the list. */
  readonly truncated: boolean;
}

export const writeFileSchemas: MethodSchemas<WriteFileRequest, WriteFileResponse> = {
  request: z.strictObject({
    path,
    content: optional(z.string(), 'The bytes, by `encoding`; required without `source_path`.'),
    encoding: choice(['utf-8', 'base64'], 'How `content` stands for the bytes.'),
    create_parents: flag(true, 'Make missing parent directories.'),
    overwrite: flag(true, 'Replace what exists.'),
    session_id: optionalSession,
    file_mode: optional(
      z.enum(['100644', '100755', '120000']),
      "git's file mode; for 120000 the bytes are the link's target.",
    ),
    source_path: optional(z.string().min(1, 'must not be empty'), 'A file to take the bytes from.'),
  }),
  response: z.strictObject({ path: z.string(), bytes_written: count, created: z.boolean() }),
};

export const deleteFileSchemas: MethodSchemas<DeleteFileRequest, DeleteFileResponse> = {
  request: z.strictObject({
    path,
    recursive: flag(false, 'Allow a directory that is not empty.'),
    session_id: optionalSession,
  }),
  response: z.strictObject({ path: z.string(), removed: z.boolean() }),
};

export const readFileSchemas: MethodSchemas<ReadFileRequest, ReadFileResponse> = {
  request: z.strictObject({
    path,
    offset: countOrZero('First byte.'),
    limit_bytes: countOrZero('Bytes at most; 0 for all.'),
    encoding: choice(['utf-8', 'binary'], '`binary` asks for base64.'),
    session_id: optionalSession,
  }),
  response: z.strictObject({
    path: z.string(),
    encoding: z.enum(['utf-8', 'base64']),
    content: z.string(),
    size: count,
    truncated: z.boolean(),
  }),
};

export const listDirectorySchemas: MethodSchemas<ListDirectoryRequest, ListDirectoryResponse> = {
  request: z.strictObject({
    path,
    include_hidden: flag(false, 'Names that start with a dot.'),
    max_entries: countOrZero('Entries at most; 0 for all.'),
    session_id: optionalSession,
  }),
  response: z.strictObject({
    path: z.string(),
    entries: z.array(
      z.strictObject({
        name: z.string(),
        is_dir: z.boolean(),
        is_symlink: z.boolean(),
        size: count,
        escaped: z.literal(true).optional(),
      }),
    ),
    truncated: z.boolean(),
  }),
};
