// Workspaces in repositories of every kind, made by the real git.
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitOk } from '../support/git.ts';

/** A workspace, and the git directories that belong to it. */
export interface RepositoryPlace {
  readonly root: string;
  /** What must not change: git directories, `.git` files, repositories inside. */
  readonly gitPlaces: readonly string[];
  readonly format?: 'sha1' | 'sha256';
}

/** What a filter, driver or monitor would make in the scratch directory, were it run. */
export const MARKER = 'marker';

interface RepositoryKind {
  readonly title: string;
  readonly make: (scratch: string) => Promise<RepositoryPlace>;
}

export const REPOSITORY_KINDS: readonly RepositoryKind[] = [
  {
    title: 'no repository at all',
    make: async (scratch) => {
      const root = join(scratch, 'w');
      await plant(root);
      return { root, gitPlaces: [] };
    },
  },
  { title: 'an ordinary repository', make: async (scratch) => await committed(scratch) },
  {
    title: 'a repository without a commit',
    make: async (scratch) => await plainRepository(scratch),
  },
  { title: 'an index of version 4', make: changed(['update-index', '--index-version', '4']) },
  {
    title: 'an index of version 3, with an intent to add',
    make: changed(['add', '--intent-to-add', '--', 'untracked'], ['ls-files']),
  },
  {
    title: 'skipped and assumed paths',
    make: changed(
      ['update-index', '--skip-worktree', 'a.txt'],
      ['update-index', '--assume-unchanged', 'd/b.txt'],
    ),
  },
  {
    title: 'a sparse checkout',
    make: changed(['sparse-checkout', 'set', '--no-cone', '/*', '!/far/']),
  },
  { title: 'a split index', make: changed(['update-index', '--split-index']) },
  {
    title: 'an untracked cache and packed everything',
    make: changed(['update-index', '--untracked-cache'], ['gc', '--quiet']),
  },
  { title: 'a linked worktree', make: linkedWorktree },
  { title: 'a separate git directory', make: separateGitDirectory },
  { title: 'a link for a git directory', make: linkedGitDirectory },
  { title: 'a submodule', make: async (scratch) => await submodule(scratch, 'inside') },
  { title: 'submodules inside', make: async (scratch) => await submodule(scratch, 'around') },
  { title: 'a repository inside that is none of git’s submodules', make: nestedRepository },
  { title: 'a bare repository inside', make: bareInside },
  { title: 'objects named by SHA-256', make: async (scratch) => await sha256(scratch) },
  {
    title: 'a workspace below the top of a repository with SHA-256',
    make: async (scratch) => await below(await sha256(scratch)),
  },
  { title: 'objects borrowed from another repository', make: borrowing },
  { title: 'a partial clone whose remote is gone', make: partialClone },
  { title: 'attributes of LFS', make: largeFiles },
  { title: 'a damaged repository', make: damaged },
];

const FILES: Readonly<Record<string, string | Buffer>> = {
  'a.txt': 'one\ntwo\nthree\n',
  'd/b.txt': 'b\n',
  'far/away.txt': 'far\n',
  'large.bin': Buffer.from([0, 1, 2, 3, 255]),
};

async function plant(root: string): Promise<void> {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await writeFile(join(root, 'untracked'), 'untracked\n');
}

async function plainRepository(
  scratch: string,
  ...options: readonly string[]
): Promise<RepositoryPlace> {
  const root = join(scratch, 'w');
  await plant(root);
  await gitOk(root, 'init', '--quiet', ...options);
  return { root, gitPlaces: [join(root, '.git')] };
}

async function committed(scratch: string, ...options: readonly string[]): Promise<RepositoryPlace> {
  const place = await plainRepository(scratch, ...options);
  await commitAll(place.root);
  return place;
}

async function commitAll(root: string): Promise<void> {
  await gitOk(root, 'add', '--', ...Object.keys(FILES));
  await gitOk(root, 'commit', '--quiet', '--message', 'files');
}

function changed(...commands: readonly (readonly string[])[]): RepositoryKind['make'] {
  return async (scratch) => {
    const place = await committed(scratch);
    for (const command of commands) await gitOk(place.root, ...command);
    return place;
  };
}

async function linkedWorktree(scratch: string): Promise<RepositoryPlace> {
  const main = await committed(join(scratch, 'main'));
  const root = join(scratch, 'linked');
  await gitOk(main.root, 'worktree', 'add', '--quiet', '--detach', root);
  return { root, gitPlaces: [...main.gitPlaces, join(root, '.git')] };
}

async function separateGitDirectory(scratch: string): Promise<RepositoryPlace> {
  const directory = join(scratch, 'elsewhere');
  const { root, gitPlaces } = await committed(scratch, '--separate-git-dir', directory);
  return { root, gitPlaces: [...gitPlaces, directory] };
}

async function linkedGitDirectory(scratch: string): Promise<RepositoryPlace> {
  const { root, gitPlaces } = await committed(scratch);
  const directory = join(scratch, 'elsewhere');
  await rename(join(root, '.git'), directory);
  await symlink(directory, join(root, '.git'));
  return { root, gitPlaces: [...gitPlaces, directory] };
}

async function submodule(scratch: string, where: 'inside' | 'around'): Promise<RepositoryPlace> {
  const library = await committed(join(scratch, 'library'));
  const { root, gitPlaces } = await committed(scratch);
  const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
  await gitOk(root, ...add, library.root, 'module');
  await gitOk(root, 'commit', '--quiet', '--message', 'submodule');
  const module = join(root, 'module');
  return {
    root: where === 'inside' ? module : root,
    gitPlaces: [...gitPlaces, join(module, '.git')],
  };
}

async function nestedRepository(scratch: string): Promise<RepositoryPlace> {
  const { root, gitPlaces } = await committed(scratch);
  const nested = await committed(join(root, 'vendor'));
  return { root, gitPlaces: [...gitPlaces, ...nested.gitPlaces] };
}

async function bareInside(scratch: string): Promise<RepositoryPlace> {
  const { root, gitPlaces } = await committed(scratch);
  const bare = join(root, 'mirror.git');
  await gitOk(root, 'clone', '--quiet', '--bare', root, bare);
  return { root, gitPlaces: [...gitPlaces, bare] };
}

async function sha256(scratch: string): Promise<RepositoryPlace> {
  return { ...(await committed(scratch, '--object-format=sha256')), format: 'sha256' };
}

async function below(place: RepositoryPlace): Promise<RepositoryPlace> {
  const root = join(place.root, 'deep/inside');
  await plant(root);
  return { ...place, root };
}

async function borrowing(scratch: string): Promise<RepositoryPlace> {
  const owner = await committed(join(scratch, 'owner'));
  const root = join(scratch, 'w');
  await gitOk(scratch, 'clone', '--quiet', '--shared', owner.root, root);
  return { root, gitPlaces: [...owner.gitPlaces, join(root, '.git')] };
}

async function partialClone(scratch: string): Promise<RepositoryPlace> {
  const remote = await committed(join(scratch, 'remote'));
  await writeFile(join(remote.root, 'a.txt'), 'one\ntwo\nthree, now\n');
  await gitOk(remote.root, 'commit', '--quiet', '--all', '--message', 'next');
  await gitOk(remote.root, 'config', 'uploadpack.allowFilter', 'true');
  const root = join(scratch, 'w');
  const clone = ['clone', '--quiet', '--filter=blob:none', `file://${remote.root}`, root];
  await gitOk(scratch, ...clone);
  await rm(remote.root, { recursive: true });
  return { root, gitPlaces: [join(root, '.git')] };
}

async function largeFiles(scratch: string): Promise<RepositoryPlace> {
  const { root, gitPlaces } = await committed(scratch);
  const marker = join(scratch, MARKER);
  await writeFile(
    join(root, '.gitattributes'),
    '*.bin filter=lfs diff=lfs merge=lfs -text\n*.txt filter=lfs diff=lfs text eol=crlf\n',
  );
  for (const [name, value] of [
    ['filter.lfs.clean', `touch ${marker}; cat`],
    ['filter.lfs.smudge', `touch ${marker}; cat`],
    ['filter.lfs.process', `touch ${marker}`],
    ['filter.lfs.required', 'true'],
    ['diff.lfs.textconv', `touch ${marker}; cat`],
    ['diff.lfs.command', `touch ${marker}`],
    ['core.fsmonitor', `touch ${marker}`],
  ] as const)
    await gitOk(root, 'config', name, value);
  return { root, gitPlaces };
}

async function damaged(scratch: string): Promise<RepositoryPlace> {
  const { root, gitPlaces } = await committed(scratch);
  await writeFile(join(root, '.git/index'), 'damaged');
  await writeFile(join(root, '.git/HEAD'), 'damaged');
  await rm(join(root, '.git/objects'), { recursive: true });
  return { root, gitPlaces };
}
