import { displayName } from '../../base/name.ts';
import { Turn } from '../../disk/turn.ts';
import { type Content, readContent } from '../../overlay/content.ts';
import { throwIfAborted } from '../../store/abortable.ts';
import type { LineOptions, LinesRead } from '../api/read-types.ts';
import type { SessionParts } from '../parts.ts';
import { withContent } from './content-at.ts';
import { keepStarts, knownStarts } from './line-starts-cache.ts';
import { LineWindow } from './line-window.ts';
import { LARGEST_TEXT, textTooLarge } from './text-limit.ts';

/** Reads lines of a file of the view, from the last line start known before them. */
export async function readLines(
  parts: SessionParts,
  input: string,
  options: LineOptions,
): Promise<LinesRead> {
  throwIfAborted(options.signal);
  return await withContent(parts, input, async (content) => {
    const window = await fillWindow(parts, content, options);
    if (window.length > LARGEST_TEXT) {
      throw textTooLarge(displayName(input), 'Read fewer lines, or the file as a stream.');
    }
    return { content: window.bytes(), end: window.end };
  });
}

async function fillWindow(
  parts: SessionParts,
  content: Content,
  { start = 1, end = Number.POSITIVE_INFINITY, signal }: LineOptions,
): Promise<LineWindow> {
  const starts = knownStarts(parts.lineStarts, content);
  const from = starts.before(start);
  const window = new LineWindow({ start, end }, from, (line) => {
    starts.note(line);
  });
  for await (const piece of piecesFrom(parts, content, from.offset)) {
    throwIfAborted(signal);
    window.take(piece);
    if (window.isDone || window.length > LARGEST_TEXT) break;
  }
  keepStarts(parts.lineStarts, content, starts);
  return window;
}

/** Counting the lines of this much takes 0.2 ms. */
const PIECE_BYTES = 256 * 1024;

async function* piecesFrom(
  parts: SessionParts,
  content: Content,
  offset: number,
): AsyncGenerator<Uint8Array> {
  const turn = new Turn();
  for (let at = offset; at < content.size; ) {
    const piece = await readContent(parts.bodies, content, { offset: at, length: PIECE_BYTES });
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
    while (turn.isOver()) await turn.next();
  }
}
