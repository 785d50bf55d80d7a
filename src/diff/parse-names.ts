/** The names in a patch's header lines. All text is a character a byte. */
import { readQuotedName } from './quote.ts';

const ABSENT = '/dev/null';

/** The name on a `rename from` line and its like: no prefix. */
export function plainName(text: string): Uint8Array {
  return readQuotedName(text)?.name ?? Buffer.from(text, 'latin1');
}

/** The name on a `---` or `+++` line without `prefix`; undefined for `/dev/null`. */
export function fileName(text: string, prefix: string): Uint8Array | undefined {
  const quoted = readQuotedName(text)?.name;
  // A tab ends the name: time stamps come after it, and git puts one after a name with a space.
  const name = quoted ?? Buffer.from(text.replace(/\t.*$/, ''), 'latin1');
  return latin1(name) === ABSENT ? undefined : withoutPrefix(name, prefix);
}

/**
 * The name on a `diff --git` line, when both are the same; else undefined, and other lines tell.
 * Plain names may contain blanks, so the halves are told apart by being equal.
 */
export function commonName(text: string): Uint8Array | undefined {
  const first = readQuotedName(text);
  if (first !== undefined) {
    const second = plainName(text.slice(first.length + 1));
    return agreed(first.name, second);
  }
  for (let blank = text.indexOf(' '); blank >= 0; blank = text.indexOf(' ', blank + 1)) {
    const left = Buffer.from(text.slice(0, blank), 'latin1');
    const name = agreed(left, plainName(text.slice(blank + 1)));
    if (name !== undefined) return name;
  }
  return undefined;
}

function agreed(before: Uint8Array, after: Uint8Array): Uint8Array | undefined {
  const left = withoutPrefix(before, 'a/');
  const right = withoutPrefix(after, 'b/');
  return Buffer.compare(left, right) === 0 ? left : undefined;
}

function withoutPrefix(name: Uint8Array, prefix: string): Uint8Array {
  return latin1(name).startsWith(prefix) ? name.subarray(prefix.length) : name;
}

function latin1(name: Uint8Array): string {
  return Buffer.from(name).toString('latin1');
}
