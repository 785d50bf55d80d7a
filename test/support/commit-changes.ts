// What commits change, as git lists it.
import type { FileSide, GitMode } from '../../src/diff/file-change.ts';
import { gitOk } from './git.ts';

type RawSide = Pick<FileSide, 'mode' | 'oid'>;

/** One path that a commit changes; a side that is missing did not exist. */
export interface RawChange {
  readonly path: Buffer;
  readonly before: RawSide | undefined;
  readonly after: RawSide | undefined;
}

/** The changes of each commit against its first parent, in git's order. */
export async function changesOf(
  repository: string,
  commits: readonly string[],
): Promise<Map<string, RawChange[]>> {
  const args = [
    'diff-tree',
    '--stdin',
    '-r',
    '-z',
    '--root',
    '--raw',
    '--no-renames',
    '--no-abbrev',
  ];
  const stdin = commits.map((commit) => `${commit}\n`).join('');
  const { stdout } = await gitOk({ cwd: repository, stdin }, ...args);
  const lists = new Map<string, RawChange[]>();
  let list: RawChange[] = [];
  const fields = splitAtNul(stdout);
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at]?.toString('latin1') ?? '';
    if (field.startsWith(':')) {
      at += 1;
      list.push(changeOf(field, fields[at] ?? Buffer.alloc(0)));
    } else {
      list = [];
      lists.set(field, list);
    }
  }
  return lists;
}

function splitAtNul(output: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    fields.push(output.subarray(at, end < 0 ? output.length : end));
    at = end < 0 ? output.length : end + 1;
  }
  return fields;
}

function changeOf(line: string, path: Buffer): RawChange {
  const [before = '', after = '', old = '', now = ''] = line.slice(1).split(' ');
  return { path, before: sideOf(before, old), after: sideOf(after, now) };
}

const MODES: readonly GitMode[] = ['100644', '100755', '120000', '160000'];

function sideOf(mode: string, oid: string): RawSide | undefined {
  if (mode === '000000') return undefined;
  // Old repositories have group-writable files, which git prints as it finds them.
  const known = MODES.find((some) => some === mode);
  if (known === undefined) throw new Error(`The mode ${mode} is none that is staged.`);
  return { mode: known, oid };
}
