import type { ObjectFormat } from '../diff/blob-oid.ts';
import { type GitObject, gitObject } from './git-object.ts';

const SOMEONE = 'staged-fs <staged-fs@localhost> 0 +0000';

/** The commit of the touched paths as they were: the same one for the same tree. */
export function baseCommit(tree: string, format: ObjectFormat): GitObject {
  const text = [
    `tree ${tree}`,
    `author ${SOMEONE}`,
    `committer ${SOMEONE}`,
    '',
    'The touched paths as they were',
    '',
  ].join('\n');
  return gitObject('commit', Buffer.from(text), format);
}
