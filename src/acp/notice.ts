import type { PendingChange } from '../session/api/types.ts';

/**
 * How a notice is dressed: as the update that clients of the official SDKs deliver, or as the
 * reference does it, which they drop.
 */
export type NoticeForm = 'session_info_update' | 'progress';

/** What a notice tells. */
export interface Pending {
  readonly pendingCount: number;
  /** Sum of the staged bodies' sizes. */
  readonly totalBytes: number;
  /** In byte order of paths, workspace-relative. */
  readonly pendingWrites: readonly PendingChange[];
}

/** The fields of a notice, as they are advertised. */
export const PENDING_FIELDS = ['pendingCount', 'totalBytes', 'pendingWrites'] as const;

/** The fields of one pending change, as they are advertised. */
export const WRITE_FIELDS = ['path', 'kind', 'byteDelta', 'snapshotId'] as const;

/** The update of `session/update` that tells what is pending. */
export function noticeOf(
  form: NoticeForm,
  pending: Pending,
  absolute: (path: string) => string,
): { readonly sessionUpdate: NoticeForm; readonly _meta: { readonly harn: object } } {
  const { pendingCount, totalBytes, pendingWrites } = pending;
  const listed = writesThatFit(pendingWrites, absolute('').length);
  const harn = {
    phase: 'fs_staging',
    message: 'staged writes pending',
    progress: pendingCount,
    kind: 'staged_writes_pending',
    pendingCount,
    totalBytes,
    pendingWrites: listed.map(({ path, kind, byteDelta, snapshotId }) => {
      return { path: absolute(path), kind, byteDelta, snapshotId };
    }),
    ...(listed.length < pendingWrites.length && { truncated: true }),
  };
  return { sessionUpdate: form, _meta: { harn } };
}

// The official SDK ends the connection at a line of 32 MiB.
const MOST_BYTES = 24 * 1024 * 1024;
// Names of fields, quotes and numbers.
const BYTES_A_WRITE = 150;
// JSON writes one UTF-16 unit as up to six bytes.
const BYTES_A_UNIT = 6;

function writesThatFit(
  writes: readonly PendingChange[],
  rootLength: number,
): readonly PendingChange[] {
  let bytes = 0;
  const end = writes.findIndex(({ path, snapshotId }) => {
    const units = rootLength + path.length + (snapshotId?.length ?? 0);
    bytes += BYTES_A_WRITE + BYTES_A_UNIT * units;
    return bytes > MOST_BYTES;
  });
  return end < 0 ? writes : writes.slice(0, end);
}
