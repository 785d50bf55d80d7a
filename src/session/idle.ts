// Long enough that a working agent never waits for it, short enough that a host which only reads
// the manifest sees what a quiet session has.
const IDLE_MS = 1000;

/** Runs `work` when nothing was touched for a while; never keeps the process alive. */
export class IdleTimer {
  readonly #work: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  touch(): void {
    if (this.#timer === undefined) this.#timer = setTimeout(this.#work, IDLE_MS).unref();
    else this.#timer.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
