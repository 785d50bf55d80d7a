import type {
  AgentContext,
  ClientCapabilities,
  SendRequestOptions,
} from '@agentclientprotocol/sdk';
import { StagedFsError } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import { NOT_FOUND } from '../base/rpc-codes.ts';
import { type Edit, type FileAccess, shownEdit } from './file-access.ts';

/** The client whose files are meant. */
export interface ClientFilesOptions {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly capabilities: ClientCapabilities | undefined;
  /** Aborted when the client can answer no more. */
  readonly withoutClient: AbortSignal;
}

/** Reads and writes through the client's `fs/*` methods, so that the client may do the staging. */
export class ClientFiles implements FileAccess {
  readonly #options: ClientFilesOptions;

  constructor(options: ClientFilesOptions) {
    this.#options = options;
  }

  async write(path: string, text: string, signal: AbortSignal): Promise<Edit | undefined> {
    const oldText = await this.#textAt(path, signal);
    await this.#put(path, text, signal);
    return shownEdit(oldText, text);
  }

  async append(path: string, text: string, signal: AbortSignal): Promise<Edit | undefined> {
    const oldText = await this.#textAt(path, signal);
    const newText = (oldText ?? '') + text;
    await this.#put(path, newText, signal);
    return shownEdit(oldText, newText);
  }

  async remove(): Promise<Edit> {
    throw lacking('delete files');
  }

  async read(path: string, signal: AbortSignal): Promise<string> {
    const { client, sessionId, capabilities } = this.#options;
    if (capabilities?.fs?.readTextFile !== true) throw lacking('read files');
    const { content } = await client.request(
      'fs/read_text_file',
      { sessionId, path },
      this.#sendOptions(signal),
    );
    return content;
  }

  async list(): Promise<readonly string[]> {
    throw lacking('list directories');
  }

  async #put(path: string, content: string, signal: AbortSignal): Promise<void> {
    const { client, sessionId, capabilities } = this.#options;
    if (capabilities?.fs?.writeTextFile !== true) throw lacking('write files');
    await client.request(
      'fs/write_text_file',
      { sessionId, path, content },
      this.#sendOptions(signal),
    );
  }

  #sendOptions(signal: AbortSignal): SendRequestOptions {
    const cancellationSignal = AbortSignal.any([signal, this.#options.withoutClient]);
    return { cancellationSignal, stopWaitingOnCancel: true };
  }

  async #textAt(path: string, signal: AbortSignal): Promise<string | null> {
    try {
      return await this.read(path, signal);
    } catch (error) {
      if (isJsonObject(error) && error['code'] === NOT_FOUND) return null;
      throw error;
    }
  }
}

function lacking(ability: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_UNSUPPORTED', `The client offers no way to ${ability}.`, {
    hint: 'Run the agent without `--client-fs`.',
  });
}
