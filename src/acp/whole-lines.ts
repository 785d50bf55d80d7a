const NEWLINE = 0x0a;

/**
 * The bytes of a stream with every line cut at `maxBytes`. A message that is cut is no JSON any
 * more: it is answered as such, where an over-long line would end the connection.
 */
export async function* cutLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let room = maxBytes;
  for await (const chunk of input) {
    for (const piece of piecesOf(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) {
      if (piece[0] === NEWLINE) {
        room = maxBytes;
        yield piece;
      } else if (room > 0) {
        yield piece.subarray(0, room);
        room -= Math.min(room, piece.length);
      }
    }
  }
}

/** Line ends by themselves, and what stands between them. */
function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
    if (end > start) yield chunk.subarray(start, end);
    yield chunk.subarray(end, end + 1);
    start = end + 1;
  }
  if (start < chunk.length) yield chunk.subarray(start);
}
