import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import type { Engine } from '../engine/types.ts';
import type { Session } from '../session/api/session-api.ts';
import { type Edit, type FileAccess, shownEdit } from './file-access.ts';
import { MOST_SHOWN_BYTES } from './shown-text.ts';

/** Stages through the engine. Edits are shown against the workspace on disk. */
export class EngineFiles implements FileAccess {
  readonly #engine: Engine;
  readonly #session: Session;

  constructor(engine: Engine, session: Session) {
    this.#engine = engine;
    this.#session = session;
  }

  async write(path: string, text: string, signal: AbortSignal): Promise<Edit | undefined> {
    const oldText = await this.#diskText(path);
    await this.#session.write(path, text, { signal });
    return shownEdit(oldText, text);
  }

  async append(path: string, text: string, signal: AbortSignal): Promise<Edit | undefined> {
    const oldText = await this.#diskText(path);
    const { content, sha256 } = await this.#session.readText(path);
    const newText = content + text;
    const { result } = await this.#session.patchText(path, newText, {
      expectedHash: sha256,
      signal,
    });
    if (result === 'stale_base') throw changedMeanwhile(path);
    return shownEdit(oldText, newText);
  }

  async remove(path: string, signal: AbortSignal): Promise<Edit | undefined> {
    const oldText = await this.#diskText(path);
    const { removed } = await this.#session.remove(path, { recursive: true, signal });
    if (!removed) throw nothingAt(path);
    return shownEdit(oldText, '');
  }

  async read(path: string): Promise<string> {
    const { content, exists } = await this.#session.readText(path);
    if (exists) return content;
    throw nothingAt(path);
  }

  async list(path: string): Promise<readonly string[]> {
    const items = await this.#session.list(path);
    return items.map(({ name, kind }) => (kind === 'directory' ? `${name}/` : name));
  }

  // Undefined for what is no text, or too much of it.
  async #diskText(path: string): Promise<string | null | undefined> {
    const disk = await this.#engine.immediate();
    try {
      const { kind, size } = await disk.stat(path);
      if (kind !== 'file' || size > MOST_SHOWN_BYTES) return undefined;
      return (await disk.readText(path)).content;
    } catch (error) {
      if (isStagedFsError(error, 'ERR_STAGED_NOT_FOUND')) return null;
      if (isStagedFsError(error)) return undefined;
      throw error;
    }
  }
}

function nothingAt(path: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_NOT_FOUND', `Nothing exists at \`${path}\`.`, {
    path,
    hint: 'List the directory to see what there is.',
  });
}

function changedMeanwhile(path: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_CONFLICT', `\`${path}\` changed meanwhile.`, {
    path,
    hint: 'Try again.',
  });
}
