import type { WorkspacePath } from '../base/workspace-path.ts';
import type { Disk } from '../disk/disk.ts';

/** The real directory a session works on, as far as observing and changing it goes. */
export interface Workspace {
  readonly disk: Disk;
  /** Real path of the workspace. */
  readonly root: string;
  /** The absolute path of a key. */
  absolute(path: WorkspacePath): string;
  /** Whether rule W1 forbids to change `path`. */
  isProtected(path: WorkspacePath): boolean;
}
