import { createHash } from 'node:crypto';

/** As `expectedHash` wants it. */
export function hashOf(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
