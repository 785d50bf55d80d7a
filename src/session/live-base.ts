import type { Base } from '../base/entry.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import { observeBase } from '../workspace/observe.ts';
import type { SessionParts } from './parts.ts';

const NOTHING_KEPT = {
  async put(): Promise<void> {
    // A look that only tells must not write.
  },
};

/** Observes lower at `path` without keeping anything. */
export async function observeLive(parts: SessionParts, path: WorkspacePath): Promise<Base> {
  return await observeBase({ ...parts.observer, bases: NOTHING_KEPT, keepBytes: 0 }, path);
}
