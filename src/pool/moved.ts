import { move, transferableSymbol, valueSymbol } from 'piscina';

/** Bytes that leave this thread without being copied, as a worker's answer. */
export function moved(bytes: Uint8Array): object {
  return move(isWhole(bytes) ? bytes : Uint8Array.from(bytes));
}

/** An answer that holds `memory`, which leaves this thread without being copied. */
export function movedWith(answer: object, memory: readonly ArrayBufferLike[]): object {
  const transferable = { [transferableSymbol]: memory, [valueSymbol]: answer };
  return move(transferable);
}

// Only a whole buffer can be moved; one that others share must not be.
function isWhole({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength === buffer.byteLength;
}
