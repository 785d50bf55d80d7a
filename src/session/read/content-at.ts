import { type Content, closeContent, openContent } from '../../overlay/content.ts';
import { notFound } from '../../overlay/list.ts';
import { isStatePath } from '../../overlay/protected.ts';
import type { SessionParts } from '../parts.ts';

/** Opens the file of the view at `input` for `use`. */
export async function withContent<T>(
  parts: SessionParts,
  input: string,
  use: (content: Content) => Promise<T>,
): Promise<T> {
  const content = await contentAt(parts, input);
  try {
    return await use(content);
  } finally {
    await closeContent(content);
  }
}

/** Opens the file of the view at `input`, to be closed by the caller. */
export async function contentAt(parts: SessionParts, input: string): Promise<Content> {
  const found = await parts.gate.find(input);
  if (isStatePath(found.path)) throw notFound(found.path);
  return await openContent(parts.layers, found);
}
