import type { Digest } from '../base/digest.ts';
import { isStagedFsError } from '../base/errors.ts';
import { eachInTurns } from '../disk/in-turns.ts';
import type { HashOptions } from '../pool/hasher.ts';
import type { BodyStore } from './body-store.ts';

/** One body that is not as it should be. */
export interface BodyFinding {
  readonly kind: 'missing' | 'corrupt' | 'unreferenced';
  readonly digest: Digest;
}

/**
 * Reads every body that `expected` names (digest and size) and looks for others: yields what is
 * missing, damaged, or named by nobody. Changes nothing.
 */
export async function* verify(
  store: BodyStore,
  expected: ReadonlyMap<Digest, number>,
  options: HashOptions = {},
): AsyncGenerator<BodyFinding> {
  store.forget();
  for (const [digest, size] of expected) {
    const kind = await faultOf(store.assertWhole(digest, size, options));
    if (kind !== undefined) yield { kind, digest };
  }
  const unreferenced: Digest[] = [];
  await eachInTurns(await store.list(), (digest) => {
    if (!expected.has(digest)) unreferenced.push(digest);
  });
  for (const digest of unreferenced) yield { kind: 'unreferenced', digest };
}

async function faultOf(check: Promise<void>): Promise<'missing' | 'corrupt' | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_BODY_MISSING')) return 'missing';
    if (isStagedFsError(error, 'ERR_STAGED_BODY_CORRUPT')) return 'corrupt';
    throw error;
  }
}
