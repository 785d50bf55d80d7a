import type { WorkspacePath } from '../base/workspace-path.ts';
import type { Aside } from './aside.ts';
import type { Observer } from './observe.ts';
import type { Workspace } from './workspace.ts';

/** What changing the workspace needs. */
export interface Applying {
  readonly workspace: Workspace;
  readonly observer: Observer;
  /** Keeps what comes out of the workspace. */
  readonly aside: Aside;
  /** A tag for temporary names, known to the commit's intent. */
  nextTag(): string;
  /** Told of each directory whose names changed: they are on the medium once that is synced. */
  changed(directory: WorkspacePath): void;
}
