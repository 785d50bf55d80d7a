/** The bytes of `text`, or undefined when it is not padded, canonical base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return endsAlike(text, bytes) ? bytes : undefined;
}

// Only the last group can hold bits that no byte takes, or padding in a wrong place.
function endsAlike(text: string, bytes: Buffer): boolean {
  const tail = bytes.subarray(bytes.length - (bytes.length % 3 || Math.min(3, bytes.length)));
  return tail.toString('base64') === text.slice(-4);
}
