/** Text as parsers see it, undecodable bytes as U+FFFD; a byte order mark stays. */
export function decodeLossy(source: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(source);
}

/**
 * For each UTF-16 unit of the decoded text, and for its end, the offset of its first byte in
 * `source`; undefined when they are the same number. An undecodable byte keeps its own offset, so
 * that offsets always cut the file where its reader expects.
 */
export function unitOffsets(source: Uint8Array, units: number): Uint32Array | undefined {
  // No sequence has more units than bytes: equal sums mean one byte a unit throughout.
  if (units === source.length) return undefined;
  const offsets = new Uint32Array(units + 1);
  let unit = 0;
  for (let at = 0; at < source.length; ) {
    const size = sequenceSize(source, at);
    offsets[unit++] = at;
    // Four bytes are a surrogate pair: two units.
    if (size === 4) offsets[unit++] = at;
    at += size;
  }
  offsets[units] = source.length;
  return offsets;
}

/** Bytes of the sequence at `at`, or of the longest start of one, which decodes to one U+FFFD. */
function sequenceSize(source: Uint8Array, at: number): number {
  const lead = source[at] ?? 0;
  const rest = restOf(lead);
  let size = 1;
  while (size <= rest && isContinuation(source[at + size], size === 1 ? lead : 0)) size += 1;
  return size;
}

function restOf(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 1;
  return lead < 0xf0 ? 2 : 3;
}

/** The second byte of some sequences is narrower: no overlong forms, surrogates or > U+10FFFF. */
function isContinuation(byte: number | undefined, lead: number): boolean {
  if (byte === undefined) return false;
  const [low, high] = SECOND_BYTE.get(lead) ?? [0x80, 0xbf];
  return byte >= low && byte <= high;
}

const SECOND_BYTE: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
