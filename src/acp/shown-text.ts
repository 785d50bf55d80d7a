// More than that nobody reads in a chat; six times that, as JSON may write it, clients still take:
// the official SDK ends the connection at a line of 32 MiB.
const MOST_SHOWN = 1024 * 1024;

/** Text for a client to show, cut where nobody reads on. */
export function shownText(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  return `${text.slice(0, MOST_SHOWN)}\n… (${text.length - MOST_SHOWN} characters more)`;
}

/** A long text in pieces that a client takes. */
export function* messagePieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + MOST_SHOWN;
    // Half a surrogate pair would not survive the way.
    const isCut = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
    const piece = text.slice(at, isCut ? end - 1 : end);
    yield piece;
    at += piece.length;
  }
}

/** Whether a text is short enough to be shown whole. */
export function isShownWhole(text: string): boolean {
  return text.length <= MOST_SHOWN;
}

/** The longest file, in bytes, that is read to be shown. */
export const MOST_SHOWN_BYTES: number = MOST_SHOWN;

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
