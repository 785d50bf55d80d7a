import type { Mode } from '../base/ids.ts';
import type {
  ApplyPatchOptions,
  ApplyPatchResult,
  ShadowOptions,
  ShadowResult,
} from './api/patch-types.ts';
import type { Session } from './api/session-api.ts';
import type { MutationOptions, Selection } from './api/shared-options.ts';
import type * as Types from './api/types.ts';
import type { VerifyResult } from './api/upkeep-types.ts';
import {
  checkApplyOptions,
  checkCommitOptions,
  checkContent,
  checkMode,
  checkPatchOptions,
  checkRemoveOptions,
  checkSelection,
  checkShadowOptions,
  checkSource,
  checkText,
  checkVerifyOptions,
  checkWriteOptions,
} from './options.ts';
import type { SessionPorts } from './parts.ts';
import { ReadingSession } from './reading-session.ts';
import { createCore, type SessionPlace } from './session-core.ts';
import { bytesLater } from './stage/bytes-later.ts';
import {
  committing,
  discarding,
  modeChange,
  removal,
  textPatch,
  writeOfContent,
} from './stage/requests.ts';
import { writeStreamed } from './stage/streamed-write.ts';
import { verifySession } from './upkeep/verify.ts';

/** Opens a session; its state is loaded by the first call that needs it. */
export function createSession(ports: SessionPorts, place: SessionPlace): StagedSession {
  return new StagedSession(createCore(ports, place));
}

/** A session as callers hold it: the changing half, each change in its turn. */
export class StagedSession extends ReadingSession implements Session {
  async setMode(mode: Mode): Promise<{ readonly previousMode: Mode }> {
    this.assertOpen();
    return await this.mutations.add(modeChange(checkMode(mode)));
  }

  async write(
    path: string,
    content: Types.Content,
    options: Types.WriteOptions = {},
  ): Promise<Types.WriteResult> {
    this.assertOpen();
    const checked = checkWriteOptions(options);
    const intent = { path, options: checked, snapshotId: this.#snapshotId(checked) };
    return await this.mutations.add(writeOfContent(this.parts, intent, checkContent(content)));
  }

  async writeFrom(
    path: string,
    source: Types.ContentSource,
    options: Types.WriteOptions = {},
  ): Promise<Types.WriteResult> {
    this.assertOpen();
    const checked = checkWriteOptions(options);
    const intent = { path, options: checked, snapshotId: this.#snapshotId(checked) };
    const streamed = { intent, source: checkSource(source) };
    await this.arrived();
    return await writeStreamed(this.parts, this.mutations, streamed);
  }

  async remove(path: string, options: Types.RemoveOptions = {}): Promise<Types.RemoveResult> {
    this.assertOpen();
    const checked = checkRemoveOptions(options);
    const request = { path, options: checked, snapshotId: this.#snapshotId(checked) };
    return await this.mutations.add(removal(this.parts, request));
  }

  async patchText(
    path: string,
    content: string,
    options: Types.PatchTextOptions = {},
  ): Promise<Types.PatchTextResult> {
    this.assertOpen();
    const checked = checkPatchOptions(options);
    const request = { path, options: checked, snapshotId: this.#snapshotId(checked) };
    return await this.mutations.add(textPatch(this.parts, request, checkText(content)));
  }

  async applyPatch(
    patch: Types.Content,
    options: ApplyPatchOptions = {},
  ): Promise<ApplyPatchResult> {
    this.assertOpen();
    const checked = checkApplyOptions(options);
    const request = {
      patch: bytesLater(checkContent(patch, 'patch')),
      options: checked,
      snapshotId: this.#snapshotId(checked),
    };
    const { patchStaging, resultOfTrial } = await import('./apply/apply-patch.ts');
    return await resultOfTrial(this.mutations.add(patchStaging(this.parts, request)));
  }

  async shadow(options: ShadowOptions = {}): Promise<ShadowResult> {
    const checked = checkShadowOptions(options);
    await this.arrived();
    const { syncShadow } = await import('./diff/shadow.ts');
    return await syncShadow(this.parts, checked);
  }

  async commit(options: Types.CommitOptions = {}): Promise<Types.CommitResult> {
    this.assertOpen();
    return await this.mutations.add(committing(this.parts, checkCommitOptions(options)));
  }

  async discard(options: Selection = {}): Promise<Types.DiscardResult> {
    this.assertOpen();
    return await this.mutations.add(discarding(this.parts, checkSelection(options)));
  }

  async verify(options: { readonly repair?: boolean } = {}): Promise<VerifyResult> {
    this.assertOpen();
    const { repair = false } = checkVerifyOptions(options);
    await this.mutations.arrived;
    return await verifySession(this.parts, this.core.temporary, repair);
  }

  #snapshotId(options: MutationOptions): string | null {
    return options.snapshotId === undefined
      ? this.parts.ports.currentToolCall()
      : options.snapshotId;
  }
}
