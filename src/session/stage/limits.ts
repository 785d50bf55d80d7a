import { sizeOf, type WriteEntry } from '../../base/entry.ts';
import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import type { SessionParts } from '../parts.ts';
import type { Held } from '../state/held.ts';

/** Refuses a write that would exceed a configured limit, before anything is written. */
export async function assertWithinLimits(
  parts: SessionParts,
  held: Held,
  placed: { readonly path: WorkspacePath; readonly entry: WriteEntry },
): Promise<void> {
  const { limits } = parts.ports.settings;
  const { path, entry } = placed;
  const previous = held.upper.get(path);
  const replaced = previous === undefined ? 0 : sizeOf(previous);
  assertEntries(parts, held, path);
  const pendingBytes = held.upper.totalBytes - replaced + entry.size;
  refuseAbove(path, { what: 'pending bytes', limit: limits.maxPendingBytes, needed: pendingBytes });
  if (limits.minFreeBytes === 0) return;
  const free = await parts.ports.disk.freeBytes(parts.lower.root);
  if (free - entry.size < limits.minFreeBytes) throw diskTooFull(path, limits.minFreeBytes);
}

/** Refuses one more pending path above the configured number. */
export function assertEntries(parts: SessionParts, held: Held, path: WorkspacePath): void {
  const { maxEntries } = parts.ports.settings.limits;
  if (held.upper.get(path) !== undefined) return;
  refuseAbove(path, { what: 'pending entries', limit: maxEntries, needed: held.upper.size + 1 });
}

/** Refuses a body above the configured size. */
export function assertBodySize(parts: SessionParts, path: string, size: number): void {
  const { maxBodyBytes } = parts.ports.settings.limits;
  if (size <= maxBodyBytes) return;
  throw new StagedFsError(
    'ERR_STAGED_TOO_LARGE',
    `\`${displayName(path)}\` has more bytes than one body may have: ${maxBodyBytes}.`,
    { path: displayName(path), hint: 'Raise `limits.maxBodyBytes` if such files are wanted.' },
  );
}

function refuseAbove(
  path: WorkspacePath,
  ceiling: { readonly what: string; readonly limit: number; readonly needed: number },
): void {
  const { what, limit, needed } = ceiling;
  if (needed <= limit) return;
  throw new StagedFsError(
    'ERR_STAGED_QUOTA',
    `Staging \`${displayName(path)}\` needs ${needed} ${what}; the limit is ${limit}.`,
    { path: displayName(path), hint: 'Commit or discard some of the pending work first.' },
  );
}

function diskTooFull(path: WorkspacePath, keep: number): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_QUOTA',
    `Staging \`${displayName(path)}\` would leave less than ${keep} bytes free on the disk.`,
    { path: displayName(path), hint: 'Free some space, then try again; nothing was lost.' },
  );
}
