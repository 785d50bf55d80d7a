const NEWLINE = 0x0a;
const LINE_END: Uint8Array = Uint8Array.of(NEWLINE);

/**
 * The bytes of a stream with every line cut at `maxBytes`. A message that is cut is no JSON any
 * more: it is answered as such, where an over-long line would end the connection.
 */
export async function* cutLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let lineBytes = 0;
  for await (const chunk of input) {
    let rest: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    while (rest.length > 0) {
      const end = rest.indexOf(NEWLINE);
      const part = end < 0 ? rest : rest.subarray(0, end);
      const room = Math.max(0, maxBytes - lineBytes);
      if (room > 0 && part.length > 0) yield part.subarray(0, room);
      lineBytes += part.length;
      if (end < 0) break;
      yield LINE_END;
      lineBytes = 0;
      rest = rest.subarray(end + 1);
    }
  }
}
