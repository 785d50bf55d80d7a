/**
 * What many a line reader takes for the end of a line, node's and Python's among them, and JSON lets
 * stand in a string: next line, line separator and paragraph separator.
 */
const BREAKS = /[\u0085\u2028\u2029]/g;

/** A message as one line of JSON, for every reader of lines. */
export function jsonLine(message: unknown): string {
  return `${escapeBreaks(JSON.stringify(message))}\n`;
}

/** The same JSON without a character at which a reader may break it. */
export function escapeBreaks(json: string): string {
  return json.replace(BREAKS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
