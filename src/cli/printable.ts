// Escape sequences in a name would reach the terminal, and direction marks turn text around.
const DANGEROUS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const EACH_DANGEROUS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
const EACH_BUT_NEWLINE = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** A path as text for people: as it is when harmless, else as a C string. */
export function printablePath(path: string): string {
  if (!DANGEROUS.test(path) && !path.includes('"')) return path;
  const body = path.replace(/["\\]/g, '\\$&').replace(EACH_DANGEROUS, escapeCharacter);
  return `"${body}"`;
}

/** A message as text for people; it may have several lines. */
export function printableMessage(message: string): string {
  return message.replace(EACH_BUT_NEWLINE, escapeCharacter);
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

function escapeCharacter(character: string): string {
  const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
  return SHORT.get(character) ?? `\\u${digits}`;
}
