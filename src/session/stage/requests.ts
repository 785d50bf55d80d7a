/**
 * What callers ask of a session, as mutations: each goes straight to the workspace in immediate
 * mode and into the overlay in staged mode, decided in its turn.
 */
import type { Mode } from '../../base/ids.ts';
import type { Selection } from '../api/shared-options.ts';
import type {
  CommitOptions,
  CommitResult,
  Content,
  DiscardResult,
  PatchTextResult,
  RemoveResult,
  WriteResult,
} from '../api/types.ts';
import { commit } from '../commit/commit.ts';
import { isCommitUnfinished } from '../commit/commit-directory.ts';
import { discard } from '../discard.ts';
import type { SessionParts } from '../parts.ts';
import { type BytesLater, bytesLater } from './bytes-later.ts';
import { DeferredBase } from './deferred-base.ts';
import {
  contentOfBody,
  contentOfBytes,
  type ImmediateContent,
  removeNow,
  writeNow,
} from './immediate.ts';
import { bodyOfBytes, type IncomingBody } from './incoming.ts';
import type { Early, Mutation } from './mutations.ts';
import { type PatchIntent, patchNow, stagePatch } from './patch-text.ts';
import { type RemoveRequest, stageRemove } from './stage-remove.ts';
import { stageWrite, type WriteRequest } from './stage-write.ts';

/** A write without its body. */
export type WriteIntent = Omit<WriteRequest, 'body' | 'known' | 'op' | 'linkTarget'>;

/** A write of content in memory. */
export function writeOfContent(
  parts: SessionParts,
  intent: WriteIntent,
  content: Content,
): Mutation<WriteResult> {
  const base = new DeferredBase(parts, intent.options.signal);
  const bytes = bytesLater(content);
  let received: IncomingBody | undefined;
  return {
    signal: intent.options.signal,
    isAlone: bytes.isLarge,
    early: () => ifImmediate(parts, async () => await writeBytesNow(parts, intent, bytes)),
    async prepare() {
      await base.prepare();
      if (!bytes.isLarge || received !== undefined) return;
      await parts.state.locks.prepare();
      received = await bodyOfBytes(parts, intent.path, await bytes.get());
    },
    abandon: async () => await received?.discard(),
    retry: (error) => base.asksFor(error),
    async run(held) {
      if (held.mode === 'immediate') {
        await received?.discard();
        return await writeBytesNow(parts, intent, bytes);
      }
      const all = await bytes.get();
      received ??= await bodyOfBytes(parts, intent.path, all);
      const linkTarget = targetIn(intent, all);
      const staged = {
        ...intent,
        op: 'write',
        body: received,
        linkTarget,
        known: base.known,
      } as const;
      return await stageWrite(parts, held, staged);
    },
  };
}

async function writeBytesNow(
  parts: SessionParts,
  intent: WriteIntent,
  later: BytesLater,
): Promise<WriteResult> {
  const bytes = await later.get();
  const question = { ...intent, linkTarget: targetIn(intent, bytes) };
  return await writeNow(parts, question, contentOfBytes(parts, bytes));
}

function targetIn({ options }: WriteIntent, bytes: Uint8Array): Uint8Array | undefined {
  return options.fileMode === '120000' ? bytes : undefined;
}

/** A write of a body that was received. */
export function writeOfBody(
  parts: SessionParts,
  intent: WriteIntent,
  body: IncomingBody & { readonly path: string },
): Mutation<WriteResult> {
  const base = new DeferredBase(parts, intent.options.signal);
  return {
    signal: intent.options.signal,
    prepare: () => base.prepare(),
    abandon: () => body.discard(),
    retry: (error) => base.asksFor(error),
    async run(held) {
      if (held.mode !== 'immediate') {
        const request = { ...intent, op: 'write', body, known: base.known } as const;
        return await stageWrite(parts, held, request);
      }
      const result = await writeNow(parts, intent, contentOfBody(parts, body));
      await body.discard();
      return result;
    },
  };
}

/** An immediate write whose bytes come as they are written. */
export function writeOfStream(
  parts: SessionParts,
  intent: WriteIntent,
  content: ImmediateContent,
): Mutation<WriteResult> {
  return {
    early: async () => ({ value: await writeNow(parts, intent, content) }),
    run: () => writeNow(parts, intent, content),
  };
}

export function removal(parts: SessionParts, request: RemoveRequest): Mutation<RemoveResult> {
  const base = new DeferredBase(parts, request.options.signal);
  return {
    signal: request.options.signal,
    early: () => ifImmediate(parts, () => removeNow(parts, request)),
    prepare: () => base.prepare(),
    retry: (error) => base.asksFor(error),
    run: (held) =>
      held.mode === 'immediate'
        ? removeNow(parts, request)
        : stageRemove(parts, held, { ...request, known: base.known }),
  };
}

export function textPatch(
  parts: SessionParts,
  intent: PatchIntent,
  text: string,
): Mutation<PatchTextResult> {
  const base = new DeferredBase(parts, intent.options.signal);
  const bytes = bytesLater(text);
  return {
    signal: intent.options.signal,
    early: () =>
      ifImmediate(parts, async () => {
        return await patchNow(parts, { ...intent, bytes: await bytes.get() });
      }),
    async prepare() {
      await base.prepare();
      await bytes.get();
    },
    retry: (error) => base.asksFor(error),
    async run(held) {
      const request = { ...intent, bytes: await bytes.get() };
      return held.mode === 'immediate'
        ? await patchNow(parts, request)
        : await stagePatch(parts, held, { ...request, known: base.known });
    },
  };
}

export function modeChange(mode: Mode): Mutation<{ readonly previousMode: Mode }> {
  return {
    async run(held) {
      const previousMode = held.mode;
      await held.stage({ op: 'set_mode', path: null, change: { mode } });
      return { previousMode };
    },
  };
}

export function committing(parts: SessionParts, options: CommitOptions): Mutation<CommitResult> {
  const nothing: CommitResult = { committedPaths: [], failedPathsWithReasons: [] };
  return {
    isAlone: true,
    async early() {
      if (options.dryRun === true)
        return await ifNothingPending(parts, { ...nothing, dryRun: true });
      const early = await ifNothingPending(parts, nothing);
      // What an earlier commit left in the workspace is cleared away by the next, even an empty one.
      return early !== undefined && (await isCommitUnfinished(parts)) ? undefined : early;
    },
    withCommitLock: true,
    run: (held) => commit(parts, held, options),
  };
}

export function discarding(parts: SessionParts, selection: Selection): Mutation<DiscardResult> {
  return {
    early: () => ifNothingPending(parts, { discardedPaths: [] }),
    run: (held) => discard(parts, held, selection),
  };
}

async function ifImmediate<T>(parts: SessionParts, work: () => Promise<T>): Promise<Early<T>> {
  await parts.state.refresh();
  return parts.state.mode === 'immediate' ? { value: await work() } : undefined;
}

// A session that has nothing must not come into being by being asked to let go of it.
async function ifNothingPending<T>(parts: SessionParts, value: T): Promise<Early<T>> {
  await parts.state.refresh();
  return parts.state.upper.size === 0 ? { value } : undefined;
}
