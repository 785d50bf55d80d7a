import type { Span } from './captures.ts';

/** Where the last text in a range ends: nodes of some grammars take the blank lines below them. */
export function trimmedEnd(text: string, { start, end }: Span): number {
  let last = Math.min(end, text.length);
  while (last > start && /\s/.test(text[last - 1] ?? '')) last -= 1;
  return last;
}
