import type { Mode, SessionId } from '../base/ids.ts';
import { closedError } from './closed-error.ts';
import { logRecords } from './log.ts';
import type { Mutations } from './mutations.ts';
import {
  bytesOf,
  bytesOfText,
  checkCommitOptions,
  checkDiffOptions,
  checkEvent,
  checkLogOptions,
  checkMode,
  checkPatchOptions,
  checkReadOptions,
  checkRemoveOptions,
  checkSelection,
  checkSource,
  checkVerifyOptions,
  checkWriteOptions,
} from './options.ts';
import type { SessionParts, SessionPorts } from './parts.ts';
import {
  existsAt,
  listItems,
  readBytes,
  readTarget,
  readText,
  statAt,
  streamBytes,
} from './reading.ts';
import {
  committing,
  discarding,
  modeChange,
  removal,
  textPatch,
  writeOfBytes,
} from './requests.ts';
import { closeCore, createCore, type SessionCore, type SessionPlace } from './session-core.ts';
import { statusOf } from './status.ts';
import { writeStreamed } from './streamed-write.ts';
import type * as Types from './types.ts';
import type { LogOptions, LogRecord, VerifyResult } from './upkeep-types.ts';
import { verifySession } from './verify.ts';

/** Opens a session; its state is loaded by the first call that needs it. */
export function createSession(ports: SessionPorts, place: SessionPlace): StagedSession {
  return new StagedSession(createCore(ports, place));
}

/** A session as callers hold it: checks what comes in, orders it, and hands it to the verbs. */
export class StagedSession implements Types.Session {
  readonly id: SessionId;
  readonly #core: SessionCore;
  readonly #parts: SessionParts;
  readonly #mutations: Mutations;
  #closing: Promise<void> | undefined;

  constructor(core: SessionCore) {
    this.#core = core;
    this.#parts = core.parts;
    this.#mutations = core.mutations;
    this.id = core.parts.id;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  async mode(): Promise<Mode> {
    await this.#arrived();
    return this.#parts.state.mode;
  }

  async setMode(mode: Mode): Promise<{ readonly previousMode: Mode }> {
    this.#assertOpen();
    return await this.#mutations.add(modeChange(checkMode(mode)));
  }

  async write(
    path: string,
    content: Types.Content,
    options: Types.WriteOptions = {},
  ): Promise<Types.WriteResult> {
    this.#assertOpen();
    const checked = checkWriteOptions(options);
    const bytes = bytesOf(content);
    const linkTarget = checked.fileMode === '120000' ? bytes : undefined;
    const intent = { path, options: checked, linkTarget, snapshotId: this.#snapshotId(checked) };
    return await this.#mutations.add(writeOfBytes(this.#parts, intent, bytes));
  }

  async writeFrom(
    path: string,
    source: Types.ContentSource,
    options: Types.WriteOptions = {},
  ): Promise<Types.WriteResult> {
    this.#assertOpen();
    const checked = checkWriteOptions(options);
    checkSource(source);
    const intent = { path, options: checked, snapshotId: this.#snapshotId(checked) };
    await this.#arrived();
    return await writeStreamed(this.#parts, this.#mutations, { intent, source });
  }

  async remove(path: string, options: Types.RemoveOptions = {}): Promise<Types.RemoveResult> {
    this.#assertOpen();
    const checked = checkRemoveOptions(options);
    const request = { path, options: checked, snapshotId: this.#snapshotId(checked) };
    return await this.#mutations.add(removal(this.#parts, request));
  }

  async patchText(
    path: string,
    content: string,
    options: Types.PatchTextOptions = {},
  ): Promise<Types.PatchTextResult> {
    this.#assertOpen();
    const checked = checkPatchOptions(options);
    const bytes = bytesOfText(content);
    const snapshotId = this.#snapshotId(checked);
    return await this.#mutations.add(
      textPatch(this.#parts, { path, bytes, options: checked, snapshotId }),
    );
  }

  async read(path: string, options: Types.ReadOptions = {}): Promise<Uint8Array> {
    const checked = checkReadOptions(options);
    await this.#arrived();
    return await readBytes(this.#parts, path, checked);
  }

  async readText(path: string): Promise<Types.TextRead> {
    await this.#arrived();
    return await readText(this.#parts, path);
  }

  async *createReadStream(
    path: string,
    options: Types.ReadOptions = {},
  ): AsyncGenerator<Uint8Array> {
    const checked = checkReadOptions(options);
    await this.#arrived();
    yield* streamBytes(this.#parts, path, checked);
  }

  async readLink(path: string): Promise<string> {
    await this.#arrived();
    return await readTarget(this.#parts, path);
  }

  async list(path = '.'): Promise<readonly Types.DirectoryItem[]> {
    await this.#arrived();
    return await listItems(this.#parts, path);
  }

  async stat(path: string): Promise<Types.ViewStat> {
    await this.#arrived();
    return await statAt(this.#parts, await this.#parts.gate.follow(path));
  }

  async lstat(path: string): Promise<Types.ViewStat> {
    await this.#arrived();
    return await statAt(this.#parts, await this.#parts.gate.locate(path));
  }

  async exists(path: string): Promise<boolean> {
    await this.#arrived();
    return await existsAt(this.#parts, path);
  }

  async status(): Promise<Types.SessionStatus> {
    await this.#arrived();
    return await statusOf(this.#parts);
  }

  async diff(options: Types.DiffOptions = {}): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.diffStream(options)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async *diffStream(options: Types.DiffOptions = {}): AsyncGenerator<Uint8Array> {
    const checked = checkDiffOptions(options);
    await this.#arrived();
    // Loaded at first use: most commands never print a patch.
    const { diffPieces } = await import('./diff.ts');
    yield* diffPieces(this.#parts, checked);
  }

  async commit(options: Types.CommitOptions = {}): Promise<Types.CommitResult> {
    this.#assertOpen();
    return await this.#mutations.add(committing(this.#parts, checkCommitOptions(options)));
  }

  async discard(options: Types.Selection = {}): Promise<Types.DiscardResult> {
    this.#assertOpen();
    return await this.#mutations.add(discarding(this.#parts, checkSelection(options)));
  }

  async verify(options: { readonly repair?: boolean } = {}): Promise<VerifyResult> {
    this.#assertOpen();
    const { repair = false } = checkVerifyOptions(options);
    await this.#mutations.arrived;
    return await verifySession(this.#parts, this.#core.temporary, repair);
  }

  async *log(options: LogOptions = {}): AsyncGenerator<LogRecord> {
    this.#assertOpen();
    const checked = checkLogOptions(options);
    await this.#mutations.arrived;
    yield* logRecords(this.#parts, checked);
  }

  on(event: 'pending', listener: (update: Types.PendingUpdate) => void): () => void {
    this.#assertOpen();
    checkEvent(event);
    return this.#core.events.add(listener);
  }

  close(): Promise<void> {
    this.#closing ??= closeCore(this.#core);
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // A call sees every mutation that arrived before it, and what other processes recorded.
  async #arrived(): Promise<void> {
    this.#assertOpen();
    await this.#mutations.arrived;
    await this.#parts.state.refresh();
  }

  #snapshotId(options: Types.MutationOptions): string | null {
    return options.snapshotId === undefined
      ? this.#parts.ports.currentToolCall()
      : options.snapshotId;
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw closedError(this.id);
  }
}
