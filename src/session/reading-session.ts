import type { Mode, SessionId } from '../base/ids.ts';
import type { DiffOptions } from './api/patch-types.ts';
import type {
  DirectoryItem,
  LineOptions,
  LinesRead,
  ReadOptions,
  TextRead,
  ViewStat,
} from './api/read-types.ts';
import type * as Types from './api/types.ts';
import type { LogOptions, LogRecord } from './api/upkeep-types.ts';
import { closedError } from './closed-error.ts';
import {
  checkCallback,
  checkDiffOptions,
  checkEvent,
  checkLineOptions,
  checkLogOptions,
  checkReadOptions,
} from './options.ts';
import type { SessionParts } from './parts.ts';
import { readingPartsOf } from './parts-of.ts';
import { readLines } from './read/read-lines.ts';
import { readWhole } from './read/read-whole.ts';
import {
  existsAt,
  listItems,
  readBytes,
  readTarget,
  readText,
  statAt,
  streamBytes,
} from './read/reading.ts';
import { closeCore, type SessionCore } from './session-core.ts';
import type { Mutations } from './stage/mutations.ts';
import { logRecords } from './upkeep/log.ts';
import { statusOf } from './upkeep/status.ts';

/**
 * The reading half of a session, and its life: checks what comes in, waits for what arrived before,
 * and hands it to the verbs.
 */
export class ReadingSession {
  readonly id: SessionId;
  protected readonly core: SessionCore;
  protected readonly parts: SessionParts;
  protected readonly mutations: Mutations;
  #closing: Promise<void> | undefined;

  constructor(core: SessionCore) {
    this.core = core;
    this.parts = core.parts;
    this.mutations = core.mutations;
    this.id = core.parts.id;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** Settles when every change that was asked for before this call has been made. */
  get arrivedMutations(): Promise<unknown> {
    return this.mutations.arrived;
  }

  async mode(): Promise<Mode> {
    return (await this.#reading()).view.mode;
  }

  async read(path: string, options: ReadOptions = {}): Promise<Uint8Array> {
    const checked = checkReadOptions(options);
    return await this.#read((parts) => readBytes(parts, path, checked));
  }

  async readText(path: string): Promise<TextRead> {
    return await this.#read((parts) => readText(parts, path));
  }

  async readLines(path: string, options: LineOptions = {}): Promise<LinesRead> {
    const checked = checkLineOptions(options);
    return await this.#read((parts) => readLines(parts, path, checked));
  }

  async *createReadStream(path: string, options: ReadOptions = {}): AsyncGenerator<Uint8Array> {
    const checked = checkReadOptions(options);
    yield* streamBytes(await this.#reading(), path, checked);
  }

  async readLink(path: string): Promise<string> {
    return await this.#read((parts) => readTarget(parts, path));
  }

  async list(path = '.'): Promise<readonly DirectoryItem[]> {
    return await this.#read((parts) => listItems(parts, path));
  }

  async stat(path: string): Promise<ViewStat> {
    return await this.#read(async (parts) => await statAt(parts, await parts.gate.follow(path)));
  }

  async lstat(path: string): Promise<ViewStat> {
    return await this.#read(async (parts) => await statAt(parts, await parts.gate.locate(path)));
  }

  async exists(path: string): Promise<boolean> {
    return await this.#read((parts) => existsAt(parts, path));
  }

  async status(): Promise<Types.SessionStatus> {
    return await this.#read(statusOf);
  }

  async diff(options: DiffOptions = {}): Promise<Uint8Array> {
    const checked = checkDiffOptions(options);
    await this.arrived();
    // Loaded at first use: most commands never print a patch.
    const { wholeDiff } = await import('./diff/whole-diff.ts');
    return await wholeDiff(this.parts, checked);
  }

  async *diffStream(options: DiffOptions = {}): AsyncGenerator<Uint8Array> {
    const checked = checkDiffOptions(options);
    await this.arrived();
    const { streamedDiff } = await import('./diff/whole-diff.ts');
    yield* streamedDiff(this.parts, checked);
  }

  async *log(options: LogOptions = {}): AsyncGenerator<LogRecord> {
    this.assertOpen();
    const checked = checkLogOptions(options);
    await this.mutations.arrived;
    yield* logRecords(this.parts, checked);
  }

  on(event: 'pending', listener: (update: Types.PendingUpdate) => void): () => void {
    this.assertOpen();
    checkEvent(event);
    checkCallback('listener', listener);
    return this.core.events.add(listener);
  }

  close(): Promise<void> {
    this.#closing ??= closeCore(this.core);
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // A call sees every mutation that arrived before it, and what other processes recorded.
  protected async arrived(): Promise<void> {
    this.assertOpen();
    await this.mutations.arrived;
    await this.parts.state.refresh();
  }

  async #read<T>(read: (parts: SessionParts) => Promise<T>): Promise<T> {
    await this.arrived();
    return await readWhole(this.parts, read);
  }

  // What comes while it reads must not show in one half of its answer alone.
  async #reading(): Promise<SessionParts> {
    await this.arrived();
    return readingPartsOf(this.parts);
  }

  protected assertOpen(): void {
    if (this.#closing !== undefined) throw closedError(this.id);
  }
}
