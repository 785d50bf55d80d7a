/** The requests that were accepted and not answered yet. */
export class OpenRequests {
  readonly #open = new Set<Promise<void>>();
  #wake: (() => void) | undefined;

  add(request: Promise<void>): void {
    this.#open.add(request);
    void request.finally(() => {
      this.#open.delete(request);
      this.#wake?.();
    });
  }

  /** Resolves when fewer than `most` are open. */
  async roomFor(most: number): Promise<void> {
    while (this.#open.size >= most) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async allDone(): Promise<void> {
    await Promise.all(this.#open);
  }
}
