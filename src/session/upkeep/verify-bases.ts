import type { Digest } from '../../base/digest.ts';
import { baseDigestOf } from '../../base/entry.ts';
import { isStagedFsError } from '../../base/errors.ts';
import { eachInTurns } from '../../disk/in-turns.ts';
import type { Finding } from '../api/upkeep-types.ts';
import type { SessionParts } from '../parts.ts';

/** The pre-images and tree records that entries name. */
export async function wantedBases(parts: SessionParts): Promise<ReadonlySet<Digest>> {
  const wanted = new Set<Digest>();
  await eachInTurns(parts.view.upper.entries(), ({ entry }) => {
    const digest = baseDigestOf(entry.base);
    if (digest !== undefined) wanted.add(digest);
  });
  return wanted;
}

/** Reads every base there must be, and every one that there is: a pre-image need not be kept. */
export async function baseFindings(parts: SessionParts): Promise<Finding[]> {
  parts.bases.forget();
  const trees = await wantedTrees(parts);
  const findings: Finding[] = [];
  for (const digest of await wantedBases(parts)) {
    const isTree = trees.has(digest);
    if (!isTree && !(await parts.bases.has(digest))) continue;
    const kind = await faultOf(parts, digest);
    const what = isTree ? DETAIL.tree : DETAIL.preImage;
    if (kind !== undefined) findings.push({ kind, subject: digest, detail: what });
  }
  return findings;
}

const DETAIL = {
  tree: 'The record of a deleted directory; its delete can only be discarded.',
  preImage: 'How a file was; a patch shows it against the workspace as it is now.',
};

async function wantedTrees(parts: SessionParts): Promise<ReadonlySet<Digest>> {
  const trees = new Set<Digest>();
  await eachInTurns(parts.view.upper.entries(), ({ entry }) => {
    if (entry.base.kind === 'directory') trees.add(entry.base.tree);
  });
  return trees;
}

async function faultOf(
  { bases }: SessionParts,
  digest: Digest,
): Promise<'base-missing' | 'base-corrupt' | undefined> {
  try {
    await bases.readAll(digest);
    return undefined;
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_BODY_MISSING')) return 'base-missing';
    if (isStagedFsError(error, 'ERR_STAGED_BODY_CORRUPT')) return 'base-corrupt';
    throw error;
  }
}
