import { isJsonObject } from '../base/json.ts';

/** Parses one share of the entries: an object with some of the members. */
export type JsonPart = () => unknown;

/** A manifest's text, cut so that no part takes long to parse. */
export interface SplitManifest {
  /** All fields but the entries. */
  readonly head: unknown;
  readonly parts: Iterable<JsonPart>;
}

// JSON has no raw newline inside a string, so in a text indented by two spaces these stand only at
// the ends of lines of their own.
const ENTRIES_OPEN = '\n  "entries": {\n';
const ENTRY_END = '\n    },\n';
const ENTRY_END_KEPT = '\n    }'.length;
const CLOSE = '\n  }\n}';

/** Bytes a part: about 0.4 ms to parse and read. */
const PART_BYTES = 32 * 1024;

/**
 * Cuts a manifest as we and the reference lay it out; undefined for any other layout.
 * @throws SyntaxError, as the parts do, when it only looked like that layout, or is no JSON.
 */
export function splitManifest(bytes: Uint8Array): SplitManifest | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open = buffer.indexOf(ENTRIES_OPEN);
  const close = buffer.lastIndexOf(CLOSE);
  const start = open + ENTRIES_OPEN.length;
  if (open < 0 || close < start) return undefined;
  const rest = [buffer.subarray(0, open), NO_ENTRIES, buffer.subarray(close + CLOSE.length)];
  return { head: parseJson(Buffer.concat(rest)), parts: partsOf(buffer.subarray(start, close)) };
}

/** Parses a manifest at once, whatever its layout. @throws SyntaxError */
export function parseManifest(bytes: Uint8Array): SplitManifest {
  const head = parseJson(bytes);
  return { head, parts: [(): unknown => (isJsonObject(head) ? head['entries'] : undefined)] };
}

function* partsOf(entries: Buffer): Generator<JsonPart> {
  for (let start = 0; start < entries.length; ) {
    const cut = entries.indexOf(ENTRY_END, start + PART_BYTES);
    const isLast = cut < 0;
    const end = isLast ? entries.length : cut + ENTRY_END_KEPT;
    const text = entries.subarray(start, end);
    yield () => parseJson(Buffer.concat([BRACE, text, CLOSING_BRACE]));
    start = isLast ? end : cut + ENTRY_END.length;
  }
}

const NO_ENTRIES = Buffer.from('\n"entries":{}}');
const BRACE = Buffer.from('{');
const CLOSING_BRACE = Buffer.from('}');
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(textOf(bytes));
}

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new SyntaxError('The text is not UTF-8.', { cause });
  }
}
