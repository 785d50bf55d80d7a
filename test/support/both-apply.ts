// The same files for git and for a session: what each makes of the same patch.
import { readdir, rm } from 'node:fs/promises';
import { type Engine, openEngine, type Session, StagedFsError } from '../../src/index.ts';
import { git, gitOk } from './git.ts';
import { type Planted, type TempWorkspace, tempWorkspace } from './temp-workspace.ts';
import { filesOf, type SeenFile, viewOf } from './view.ts';

type Files = Readonly<Record<string, Planted>>;

/** All files after a patch, or who refused it; then nothing may have changed. */
export type Outcome = Record<string, SeenFile> | 'refused';

export interface Outcomes {
  readonly ofGit: Outcome;
  readonly ours: Outcome;
  /** What each said of it. */
  readonly said: string;
}

export class BothApply implements AsyncDisposable {
  readonly #files: Files;
  readonly #gits: TempWorkspace;
  readonly #workspace: TempWorkspace;
  readonly #engine: Engine;
  readonly #session: Session;
  readonly #before: Record<string, SeenFile>;

  private constructor(parts: Parts) {
    this.#files = parts.files;
    this.#gits = parts.gits;
    this.#workspace = parts.workspace;
    this.#engine = parts.engine;
    this.#session = parts.session;
    this.#before = parts.before;
  }

  static async to(files: Files): Promise<BothApply> {
    const gits = await tempWorkspace(files);
    await gitOk(gits.root, 'init', '--quiet');
    const workspace = await tempWorkspace(files);
    const engine = await openEngine({ root: workspace.root, fsync: 'never' });
    const session = await engine.session('s');
    await session.setMode('staged');
    const before = await filesOf(gits.root);
    return new BothApply({ files, gits, workspace, engine, session, before });
  }

  /** Applies a patch with both, and takes it back. A list is a series, which git gets one by one. */
  async outcomes(
    patch: string | Uint8Array | readonly string[],
    ...options: readonly string[]
  ): Promise<Outcomes> {
    const list = typeof patch === 'string' || patch instanceof Uint8Array ? [patch] : patch;
    const [ofGit, gitSaid] = await this.#withGit(list, options);
    const [ours, weSaid] = await this.#withSession(list.length === 1 ? list[0] : list.join(''));
    return { ofGit, ours, said: `git: ${gitSaid}\nwe: ${weSaid}` };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.#workspace[Symbol.asyncDispose]();
    await this.#gits[Symbol.asyncDispose]();
  }

  async #withGit(
    list: readonly (string | Uint8Array)[],
    options: readonly string[],
  ): Promise<[Outcome, string]> {
    const { root } = this.#gits;
    for (const stdin of list) {
      const { code, stderr } = await git({ cwd: root, stdin }, 'apply', ...options, '-');
      // After a damaged binary block git stops reading, applies what it had, and ends with 0.
      if (code !== 0 || stderr.includes('binary patch at line')) {
        await this.#restore();
        return ['refused', stderr];
      }
    }
    const files = await filesOf(root);
    await this.#restore();
    return [files, 'applied'];
  }

  async #withSession(patch: string | Uint8Array = ''): Promise<[Outcome, string]> {
    const refusal = await refusalOf(this.#session, patch);
    const view = await viewOf(this.#session);
    await this.#session.discard();
    if (refusal === undefined) return [view, 'applied'];
    if (!isSame(view, this.#before)) throw new Error(`Staged in part: ${refusal.message}`);
    return ['refused', `${refusal.code} ${refusal.message}`];
  }

  async #restore(): Promise<void> {
    if (isSame(await filesOf(this.#gits.root), this.#before)) return;
    const names = await readdir(this.#gits.root);
    for (const name of names.filter((some) => some !== '.git')) {
      await rm(this.#gits.path(name), { recursive: true });
    }
    for (const [path, planted] of Object.entries(this.#files)) {
      await this.#gits.write(path, planted);
    }
  }
}

interface Parts {
  readonly files: Files;
  readonly gits: TempWorkspace;
  readonly workspace: TempWorkspace;
  readonly engine: Engine;
  readonly session: Session;
  readonly before: Record<string, SeenFile>;
}

/** The patch that git prints between two sets of files. */
export async function gitsPatch(
  before: Files,
  after: Files,
  ...options: readonly string[]
): Promise<Buffer> {
  await using old = await tempWorkspace(before);
  await using now = await tempWorkspace(after);
  const trees: string[] = [];
  await gitOk(old.root, 'init', '--quiet');
  for (const { root } of [old, now]) {
    const at = { cwd: root, env: { GIT_DIR: old.path('.git'), GIT_WORK_TREE: root } };
    await gitOk(at, 'add', '--all', '--force');
    trees.push((await gitOk(at, 'write-tree')).stdout.toString().trim());
  }
  return (await gitOk(old.root, 'diff', ...options, ...trees)).stdout;
}

async function refusalOf(
  session: Session,
  patch: string | Uint8Array,
): Promise<StagedFsError | undefined> {
  try {
    await session.applyPatch(patch);
    return undefined;
  } catch (error) {
    if (error instanceof StagedFsError) return error;
    throw error;
  }
}

function isSame(left: Record<string, SeenFile>, right: Record<string, SeenFile>): boolean {
  return text(left) === text(right);
}

function text(files: Record<string, SeenFile>): string {
  return JSON.stringify(Object.entries(files).sort(([one], [two]) => (one < two ? -1 : 1)));
}
