import { isUtf8 } from 'node:buffer';
import { StagedFsError } from '../base/errors.ts';
import type { Syntax } from '../engine/syntax.ts';
import { LONGEST_SOURCE } from '../engine/syntax-reader.ts';
import type { LanguageId } from '../syntax/languages.ts';
import type { OutlineItem } from '../syntax/outline.ts';
import type { FileOutlineItem, FileOutlineResponse } from './schemas/outline-schemas.ts';
import type { Source } from './source.ts';

/** What an outline is about. */
export interface FileOutlineTopic {
  readonly path: string;
  readonly source: Source;
  /** @default 0, for all levels */
  readonly maxDepth?: number;
  readonly signal?: AbortSignal;
}

/**
 * The outline of a source; of an unknown language it is empty.
 * @throws ERR_STAGED_NOT_TEXT for bytes that are not UTF-8
 */
export async function fileOutline(
  syntax: Syntax,
  { path, source, maxDepth = 0, signal }: FileOutlineTopic,
): Promise<FileOutlineResponse> {
  const { bytes, language } = source;
  // What was cut may end within a character.
  if (bytes.length <= LONGEST_SOURCE && !isUtf8(bytes)) throw notText(path);
  if (language === undefined) return { path, language: extensionOf(path), items: [] };
  const options = signal === undefined ? {} : { signal };
  const items = await syntax.outline({ bytes, language, ...options }, maxDepth);
  return { path, language: NAMES.get(language) ?? language, items: items.map(itemOf) };
}

/** What the reference calls them here. */
const NAMES: ReadonlyMap<LanguageId, string> = new Map([
  ['tsx', 'typescript'],
  ['jsx', 'javascript'],
  ['bash', 'shell'],
]);

function itemOf({ name, kind, start_row, end_row, children }: OutlineItem): FileOutlineItem {
  return { name, kind, start_row, end_row, children: children.map(itemOf) };
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return (dot > 0 && name.slice(dot + 1).toLowerCase()) || 'plaintext';
}

function notText(path: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_NOT_TEXT', `\`${path}\` is not valid UTF-8.`, {
    path,
    hint: 'Only text has an outline; `ast.outline` reads undecodable bytes as U+FFFD.',
  });
}
