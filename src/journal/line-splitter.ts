const NEWLINE = 0x0a;

/** Cuts a file that is read in pieces into lines, without their newlines. */
export class LineSplitter {
  #unfinished: Uint8Array[] = [];

  /** The lines that `piece` completes. The generator must be run to its end. */
  *push(piece: Uint8Array): Generator<Buffer> {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
      yield this.#finish(bytes.subarray(start, at));
      start = at + 1;
    }
    if (start < bytes.length) this.#unfinished.push(bytes.subarray(start));
  }

  #finish(end: Buffer): Buffer {
    if (this.#unfinished.length === 0) return end;
    const line = Buffer.concat([...this.#unfinished, end]);
    this.#unfinished = [];
    return line;
  }
}
