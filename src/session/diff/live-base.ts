import type { Base } from '../../base/entry.ts';
import { internal } from '../../base/errors.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import { observeBase, type Recorder } from '../../workspace/observe.ts';
import type { SessionParts } from '../parts.ts';

// A look that only tells must not write.
const NOTHING_KEPT: Recorder['bases'] = {
  put: async () => undefined,
  receive: () => internal('A look that only tells keeps nothing.'),
};

/** Observes lower at `path` without keeping anything. */
export async function observeLive(parts: SessionParts, path: WorkspacePath): Promise<Base> {
  return await observeBase({ ...parts.observer, bases: NOTHING_KEPT, keepBytes: 0 }, path);
}
