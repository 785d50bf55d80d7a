import type { AnyMessage } from '@agentclientprotocol/sdk';

/** Counts the requests that came in and were not answered yet. */
export class OpenRequests {
  readonly #open = new Map<unknown, number>();
  #wake: (() => void) | undefined;

  received(message: AnyMessage): void {
    if ('method' in message && 'id' in message) this.#add(message.id, 1);
  }

  sent(message: AnyMessage): void {
    if ('method' in message || !('id' in message) || !this.#open.has(message.id)) return;
    this.#add(message.id, -1);
    if (this.#open.size === 0) this.#wake?.();
  }

  async allAnswered(): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #add(id: unknown, change: number): void {
    const count = (this.#open.get(id) ?? 0) + change;
    if (count === 0) this.#open.delete(id);
    else this.#open.set(id, count);
  }
}
