import type { AnyMessage, AnyRequest } from '@agentclientprotocol/sdk';

/** Counts the requests that came in and were not answered yet. */
export class OpenRequests {
  readonly #open = new Map<unknown, number>();
  #wake: (() => void) | undefined;

  received(message: AnyMessage): void {
    if (isRequest(message)) this.#add(message.id, 1);
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

// What the SDK takes for a request: anything else it answers without its id.
function isRequest(message: AnyMessage): message is AnyRequest {
  if (!('method' in message && 'id' in message)) return false;
  const { jsonrpc, method, id }: Readonly<Record<string, unknown>> = { ...message };
  const isId = id === null || typeof id === 'string' || Number.isFinite(id);
  return jsonrpc === '2.0' && typeof method === 'string' && isId;
}
