/** Options of every mutation. */
export interface MutationOptions {
  /** The tool call that makes the change; by default the ambient one of `engine.withToolCall`. */
  readonly snapshotId?: string | null;
  readonly signal?: AbortSignal;
}

/** Which pending entries a call is about: absent or null means all, an empty list none. */
export interface Selection {
  readonly paths?: readonly string[] | null;
  /**
   * Whether one of `paths` below a directory that is staged for deletion means its part of that
   * delete, which is then divided. Without it such a path is not pending. @default false
   */
  readonly insideDeletes?: boolean;
}
