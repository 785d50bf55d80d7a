// What a script builds on staged_read_text and safe_text_patch: several hunks, all or none.
import type { HarnessFs } from '../../src/harness/index.ts';

interface Hunk {
  readonly old_text: string;
  readonly new_text: string;
}

export interface EditRequest {
  readonly path: string;
  readonly hunks: readonly Hunk[];
  readonly session_id: string;
  readonly expected_hash?: string;
  /** Runs between reading and writing, where another writer may come in. */
  readonly pre_write?: () => Promise<unknown>;
}

export interface EditResult {
  readonly result: 'applied' | 'no_op' | 'stale_base' | 'hunk_conflict';
  readonly current_hash: string;
  /** From 0; null unless a hunk did not fit. */
  readonly failed_hunk_index: number | null;
  readonly bytes_written: number;
}

export async function editSafeTextPatch(fs: HarnessFs, request: EditRequest): Promise<EditResult> {
  const result = await edit(fs, request);
  const { path, session_id, hunks } = request;
  await fs.emit_safe_text_patch_result({
    path,
    session_id,
    result: result.result,
    hunks_count: hunks.length,
    bytes_written: result.bytes_written,
    failed_hunk_index: result.failed_hunk_index,
  });
  return result;
}

async function edit(fs: HarnessFs, request: EditRequest): Promise<EditResult> {
  const { path, session_id, hunks, expected_hash } = request;
  const { content, sha256 } = await fs.staged_read_text({ path, session_id });
  const nothing = { current_hash: sha256, failed_hunk_index: null, bytes_written: 0 };
  if (expected_hash !== undefined && expected_hash !== sha256) {
    return { ...nothing, result: 'stale_base' };
  }
  const edited = applyHunks(content, hunks);
  if (typeof edited === 'number') {
    return { ...nothing, result: 'hunk_conflict', failed_hunk_index: edited };
  }
  await request.pre_write?.();
  const patch = { path, session_id, content: edited, expected_hash: sha256 };
  const { result, current_hash, bytes_written } = await fs.safe_text_patch(patch);
  return { result, current_hash, bytes_written, failed_hunk_index: null };
}

/** The text with every hunk applied in order, or the index of the first that does not fit once. */
function applyHunks(content: string, hunks: readonly Hunk[]): string | number {
  const ending = content.includes('\r\n') ? '\r\n' : '\n';
  let text = content;
  for (const [index, { old_text, new_text }] of hunks.entries()) {
    const parts = text.split(withEnding(old_text, ending));
    if (parts.length !== 2) return index;
    text = parts.join(withEnding(new_text, ending));
  }
  return text;
}

function withEnding(text: string, ending: string): string {
  return text.replace(/\r?\n/g, ending);
}
