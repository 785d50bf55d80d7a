const RESET = '\u001b[m';
const BOLD = '\u001b[1m';
const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const CYAN = '\u001b[36m';

/** A git patch with git's colours, line by line; the bytes of the lines stay as they are. */
export async function* coloured(patch: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hunk = new HunkCounter();
  for await (const line of wholeLines(patch)) {
    const colour = hunk.colourOf(line);
    const [text, end] = line.at(-1) === NEWLINE ? [line.subarray(0, -1), '\n'] : [line, ''];
    yield colour === ''
      ? line
      : Buffer.concat([Buffer.from(colour), text, Buffer.from(RESET + end)]);
  }
}

const NEWLINE = 0x0a;

async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      yield rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield rest;
}

// Counting, because a removed line may look like a header: `-- a` removed is `--- a`.
class HunkCounter {
  #removed = 0;
  #added = 0;

  colourOf(line: Buffer): string {
    const isInside = this.#removed > 0 || this.#added > 0;
    return isInside ? this.#inside(String.fromCharCode(line[0] ?? 0)) : this.#outside(line);
  }

  #inside(mark: string): string {
    if (mark === ' ' || mark === '-') this.#removed -= 1;
    if (mark === ' ' || mark === '+') this.#added -= 1;
    if (mark === '-') return RED;
    return mark === '+' ? GREEN : '';
  }

  #outside(line: Buffer): string {
    const text = line.toString('latin1');
    const range = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(text);
    if (range !== null) {
      this.#removed = Number(range[1] ?? 1);
      this.#added = Number(range[2] ?? 1);
      return CYAN;
    }
    return HEADER.test(text) ? BOLD : '';
  }
}

const HEADER =
  /^(diff --git|index|---|\+\+\+|old mode|new mode|new file|deleted file|similarity|rename|Binary) ?/;
