import { randomBytes } from 'node:crypto';

/** A name nobody else has: 16 hex digits. */
export function randomName(): string {
  return randomBytes(8).toString('hex');
}
