// A git history replayed commit by commit through `staged-fs serve`, each compared with git's word.
import { join } from 'node:path';
import { git, gitOk } from './git.ts';
import {
  blobOidOf,
  blobsOf,
  checkOut,
  type GitTree,
  plainClone,
  treeOf,
  workingTreeOf,
} from './git-tree.ts';
import { type Served, serve } from './serve-client.ts';
import { changeOf, reasonToSkip, type TreeChange } from './tree-change.ts';

/** What came of one commit. */
export interface CommitReport {
  readonly commit: string;
  readonly writes: number;
  readonly deletes: number;
  /** Files read back through the overlay. */
  readonly reads: number;
  /** What differed from git; empty is what a test wants. */
  readonly problems: readonly string[];
  /** Why the commit could not be staged at all, such as a submodule. */
  readonly skipped?: string;
}

export interface ReplayOptions {
  /** The newest commit. @default HEAD */
  readonly from?: string;
  /** How many commits at most, along first parents. */
  readonly commits: number;
  /** Replays every third commit only. @default false */
  readonly isSampled?: boolean;
}

/** Replays the history of `repository`, oldest first, in two clones below `scratch`. */
export async function* replayHistory(
  repository: string,
  scratch: string,
  { from = 'HEAD', commits, isSampled = false }: ReplayOptions,
): AsyncGenerator<CommitReport> {
  const range = ['--first-parent', '--reverse', '--min-parents=1', `-n${commits}`, from];
  const { stdout } = await gitOk(repository, 'log', '--format=%H %P %T', ...range);
  const lines = stdout.toString().trim().split('\n');
  await using replay = new Replay({
    repository,
    staged: await plainClone(repository, join(scratch, 'staged')),
    patched: await plainClone(repository, join(scratch, 'patched')),
  });
  const wanted = lines.filter((_, at) => !isSampled || at % 3 === 0);
  for (const line of wanted) yield await replay.commit(placeOf(line));
}

interface Clones {
  readonly repository: string;
  /** Where changes are staged and committed. */
  readonly staged: string;
  /** Where patches are applied. */
  readonly patched: string;
}

class Replay implements AsyncDisposable {
  readonly #clones: Clones;
  #served: Served;
  #count = 0;
  #lastTree: { readonly commit: string; readonly tree: GitTree } | undefined;
  /** The commit whose files the clone for patches has. */
  #patchedAt: string | undefined;
  /** The commit that the other clone has as its files and index. */
  #stagedAt: string | undefined;

  constructor(clones: Clones) {
    this.#clones = clones;
    this.#served = serve(clones.staged);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served.close();
  }

  /** Replays one commit on its first parent. */
  async commit({ commit, parent, tree }: Place): Promise<CommitReport> {
    this.#count += 1;
    const { repository } = this.#clones;
    const before = await this.#treeOf(parent);
    const after = await this.#treeOf(commit);
    const change = changeOf({ before, after });
    const { writes, deletes } = change;
    const counts = { commit, writes: writes.length, deletes: deletes.length };
    const isEmpty = writes.length + deletes.length === 0;
    const skipped = isEmpty
      ? 'changes nothing'
      : await reasonToSkip(repository, { before, after }, change);
    if (skipped !== undefined) return { ...counts, reads: 0, problems: [], skipped };
    const problems = new Problems();
    const reads = await this.#replay({ commit, parent, tree, after, problems }, change).catch(
      (error: unknown) => {
        problems.add(String(error));
        return 0;
      },
    );
    return { ...counts, reads, problems: problems.list };
  }

  // The parent's is nearly always the one that was read last.
  async #treeOf(commit: string): Promise<GitTree> {
    if (this.#lastTree?.commit !== commit) {
      this.#lastTree = { commit, tree: await treeOf(this.#clones.repository, commit) };
    }
    return this.#lastTree.tree;
  }

  async #replay(ids: Ids, change: TreeChange): Promise<number> {
    const { staged, patched } = this.#clones;
    const { commit, parent, tree, problems } = ids;
    await this.#startFrom(parent);
    if (this.#patchedAt !== parent) await checkOut(patched, parent);
    this.#patchedAt = undefined;
    const oids = change.writes.map(({ oid }) => oid);
    const blobs = await blobsOf(this.#clones.repository, oids);
    await this.#stage(change, blobs);
    problems.unlessSame('git status after staging', await statusOf(staged), '');
    // Now and then another process takes over what this one staged.
    if (this.#count % 10 === 0) await this.#restart();
    const reads = await this.#compareView(ids);
    await this.#comparePatch(ids);
    problems.unlessSame('the tree after git apply', await workingTreeOf(patched), tree);
    await this.#served.fs.discard_staged(this.#session);
    await this.#expectNothingPending('discard', problems);
    problems.unlessSame('git status after discard', await statusOf(staged), '');
    await this.#stage(change, blobs);
    await this.#commitStaged(problems);
    problems.unlessSame('the tree after commit', await workingTreeOf(staged), tree);
    if (problems.list.length === 0) {
      this.#patchedAt = commit;
      this.#stagedAt = commit;
    }
    return reads;
  }

  // After a commit that went well the files and the index are there already: only HEAD moves.
  async #startFrom(parent: string): Promise<void> {
    const { staged } = this.#clones;
    if (this.#stagedAt === parent) {
      await gitOk(staged, 'update-ref', '--no-deref', 'HEAD', parent);
      // A commit of single deletes leaves the directories, as `rm` does; a checkout would not.
      await gitOk(staged, 'clean', '--quiet', '-ffd');
    } else await checkOut(staged, parent);
    this.#stagedAt = undefined;
  }

  get #session(): { session_id: string } {
    return { session_id: `replay-${this.#count}` };
  }

  async #restart(): Promise<void> {
    await this.#served.close();
    this.#served = serve(this.#clones.staged);
  }

  async #stage(change: TreeChange, blobs: ReadonlyMap<string, Buffer>): Promise<void> {
    const { fs, tools } = this.#served;
    const session = this.#session;
    // All in one go: the server keeps their order.
    const answers: Promise<unknown>[] = [fs.set_mode({ ...session, mode: 'staged' })];
    for (const path of this.#removals(change)) {
      answers.push(tools.delete_file({ ...session, path, recursive: true }));
    }
    for (const { path, oid, file_mode } of change.writes) {
      const content = String(blobs.get(oid)?.toString('base64'));
      const write = { ...session, path, content, encoding: 'base64', file_mode } as const;
      answers.push(tools.write_file(write));
    }
    await Promise.all(answers);
  }

  // By turns whole directories, and file by file.
  #removals(change: TreeChange): string[] {
    return this.#count % 2 === 0
      ? [...change.deletes, ...change.replacedDirectories]
      : [...change.goneDirectories, ...change.strayDeletes];
  }

  /** Compares every name and every byte of the overlay with the commit's tree. */
  async #compareView({ after, problems }: Ids): Promise<number> {
    const files = [...after].filter(([, { mode }]) => mode !== SUBMODULE);
    const expected = files.map(([path, { mode, size }]) => shown(path, mode === LINK, size));
    problems.unlessSame(
      'the listing',
      (await this.#list('')).sort().join('\n'),
      expected.sort().join('\n'),
    );
    const regular = files.filter(([, { mode }]) => mode !== LINK);
    const oids = await Promise.all(regular.map(async ([path]) => await this.#oidAt(path)));
    problems.unlessSame(
      'what was read',
      regular.map(([path], index) => `${path} ${String(oids[index])}`).join('\n'),
      regular.map(([path, { oid }]) => `${path} ${oid}`).join('\n'),
    );
    return regular.length;
  }

  async #list(directory: string): Promise<string[]> {
    const path = directory === '' ? '.' : directory;
    const request = { ...this.#session, path, include_hidden: true };
    const { entries } = await this.#served.tools.list_directory(request);
    const content = entries.filter(({ name }) => directory !== '' || !NOT_CONTENT.includes(name));
    const lists = content.map(async ({ name, is_dir, is_symlink, size }) => {
      const below = directory === '' ? name : `${directory}/${name}`;
      return is_dir ? await this.#list(below) : [shown(below, is_symlink, size)];
    });
    return (await Promise.all(lists)).flat();
  }

  async #oidAt(path: string): Promise<string> {
    const request = { ...this.#session, path, encoding: 'binary' } as const;
    const { content } = await this.#served.tools.read_file(request);
    return blobOidOf(Buffer.from(content, 'base64'));
  }

  /** Compares the patch with git's own, and applies it. */
  async #comparePatch({ commit, parent, problems }: Ids): Promise<void> {
    const { patched } = this.#clones;
    const { content, encoding } = await this.#served.fs.diff(this.#session);
    const patch = Buffer.from(content, encoding);
    const options = ['--no-ext-diff', '--no-renames', '--binary', '--full-index'];
    const { stdout } = await gitOk(patched, 'diff', ...options, parent, commit);
    problems.unlessSame('the patch', patch.toString('latin1'), stdout.toString('latin1'));
    const { code, stderr } = await git({ cwd: patched, stdin: patch }, 'apply');
    if (code === 0) return;
    // git looks through a link that leads to itself before it takes the link away.
    if (!stderr.includes('Too many levels of symbolic links')) problems.add(`git apply: ${stderr}`);
    await checkOut(patched, commit);
  }

  async #commitStaged(problems: Problems): Promise<void> {
    const answer = await this.#served.fs.commit_staged(this.#session);
    for (const { path, reason } of answer.failed_paths_with_reasons) {
      problems.add(`${path} was not committed: ${reason}`);
    }
    await this.#expectNothingPending('commit', problems);
  }

  async #expectNothingPending(what: string, problems: Problems): Promise<void> {
    const { pending_writes: pending } = await this.#served.fs.staged_status(this.#session);
    problems.unlessSame(`paths pending after ${what}`, String(pending.length), '0');
  }
}

const NOT_CONTENT: readonly string[] = ['.git', '.harn'];
const LINK = '120000';
const SUBMODULE = '160000';

interface Place {
  readonly commit: string;
  readonly parent: string;
  /** The tree of the commit. */
  readonly tree: string;
}

// A merge has more parents: the first one counts.
function placeOf(line: string): Place {
  const [commit = '', parent = '', ...others] = line.split(' ');
  return { commit, parent, tree: others.at(-1) ?? '' };
}

interface Ids extends Place {
  readonly after: GitTree;
  readonly problems: Problems;
}

class Problems {
  readonly list: string[] = [];

  add(problem: string): void {
    this.list.push(problem);
  }

  /** Of texts that differ, only the first line that does. */
  unlessSame(what: string, actual: string, expected: string): void {
    if (actual === expected) return;
    const ours = actual.split('\n');
    const theirs = expected.split('\n');
    const at = ours.findIndex((line, index) => line !== theirs[index]);
    const line = at < 0 ? ours.length : at;
    this.add(`${what}, line ${line + 1}: ${String(ours[line])}; expected ${String(theirs[line])}`);
  }
}

// The index has every file's times: a file that was touched at all shows.
async function statusOf(clone: string): Promise<string> {
  const { stdout } = await gitOk(clone, 'status', '--porcelain', '--untracked-files=all');
  return stdout.toString();
}

function shown(path: string, isLink: boolean, size: number): string {
  return `${path} ${isLink ? 'link' : 'file'} ${size}`;
}
