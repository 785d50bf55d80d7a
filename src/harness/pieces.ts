import { Turn } from '../disk/turn.ts';

/** 0.7 ms of hashing. */
const PIECE_BYTES = 256 * 1024;

/** The same bytes in smaller pieces, which leave the event loop free between them. */
export async function* pieces(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const turn = new Turn();
  for await (const bytes of stream) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      while (turn.isOver()) await turn.next();
      yield bytes.subarray(at, at + PIECE_BYTES);
    }
  }
}
