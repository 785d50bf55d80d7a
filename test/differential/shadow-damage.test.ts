// Rule S1: whatever becomes of the shadow repository, the next call makes it right again.
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Session } from '../../src/index.ts';
import { gitOk } from '../support/git.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import {
  BEFORE,
  expectSamePatch,
  expectWhole,
  shadowOf,
  stage,
  WARNING,
} from './shadow-repository.ts';

type Damage = (gitDir: string, workspace: TempWorkspace) => Promise<unknown>;

const QUIET: readonly [string, Damage][] = [
  ['is missing', async (gitDir) => await rm(gitDir, { recursive: true })],
  ['is as it was left', async () => await Promise.resolve()],
  [
    'has a lock of a git that was killed',
    async (gitDir) => await writeFile(join(gitDir, 'index.lock'), ''),
  ],
  [
    'has a lock file of ours that nobody holds',
    async (gitDir) => await writeFile(`${gitDir}.lock`, 'left behind'),
  ],
  [
    'has unfinished objects and files of a process that was killed',
    async (gitDir) => {
      await mkdir(join(gitDir, 'objects/ab'), { recursive: true });
      await writeFile(join(gitDir, 'objects/ab/tmp_obj_1'), 'half');
      await writeFile(join(gitDir, '.index.0123.tmp'), 'half');
      await mkdir(`${gitDir}.0123456789abcdef/objects`, { recursive: true });
    },
  ],
];

const LOUD: readonly [string, Damage][] = [
  [
    'is a file',
    async (gitDir) => {
      await rm(gitDir, { recursive: true });
      await writeFile(gitDir, 'x');
    },
  ],
  [
    'is a dangling link',
    async (gitDir) => {
      await rm(gitDir, { recursive: true });
      await symlink('/nowhere/at/all', gitDir);
    },
  ],
  [
    'is an empty directory',
    async (gitDir) => {
      await rm(gitDir, { recursive: true });
      await mkdir(gitDir);
    },
  ],
  [
    'is a copy',
    async (gitDir) => {
      await cp(gitDir, `${gitDir}-copy`, { recursive: true });
      await rm(gitDir, { recursive: true });
      await rename(`${gitDir}-copy`, gitDir);
    },
  ],
  [
    'is another repository',
    async (gitDir, workspace) => {
      await rm(gitDir, { recursive: true });
      await gitOk(workspace.root, 'init', '--quiet', '--bare', gitDir);
    },
  ],
  ['has no index', async (gitDir) => await rm(join(gitDir, 'index'))],
  ['has half an index', async (gitDir) => await truncate(join(gitDir, 'index'), 50)],
  ['has an empty index', async (gitDir) => await truncate(join(gitDir, 'index'), 0)],
  ['has an index of zeroes', async (gitDir) => await zero(join(gitDir, 'index'))],
  [
    'has the index of another repository',
    async (gitDir, workspace) => {
      await gitOk(workspace.root, 'init', '--quiet');
      await gitOk(workspace.root, 'add', 'd');
      await cp(workspace.path('.git/index'), join(gitDir, 'index'));
      await rm(workspace.path('.git'), { recursive: true });
    },
  ],
  [
    'has a directory for an index',
    async (gitDir) => {
      await rm(join(gitDir, 'index'));
      await mkdir(join(gitDir, 'index'));
    },
  ],
  [
    'has a link for an index',
    async (gitDir) => {
      await rename(join(gitDir, 'index'), join(gitDir, 'other'));
      await symlink('other', join(gitDir, 'index'));
    },
  ],
  [
    'was changed by git',
    async (gitDir) => await gitOk('/', '--git-dir', gitDir, 'read-tree', 'HEAD'),
  ],
  ['was packed by git', async (gitDir) => await gitOk('/', '--git-dir', gitDir, 'gc', '--quiet')],
  ['has no record', async (gitDir) => await rm(join(gitDir, 'staged-fs.json'))],
  ['has half a record', async (gitDir) => await truncate(join(gitDir, 'staged-fs.json'), 99)],
  [
    'has a record of another shape',
    async (gitDir) =>
      await writeFile(join(gitDir, 'staged-fs.json'), '{"version":1,"format":"sha1"}'),
  ],
  [
    'has another HEAD',
    async (gitDir) => await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/x\n'),
  ],
  [
    'has another base',
    async (gitDir) => await writeFile(join(gitDir, 'refs/heads/base'), `${'1'.repeat(40)}\n`),
  ],
  ['has another configuration', async (gitDir) => await writeFile(join(gitDir, 'config'), '')],
  ['has no objects', async (gitDir) => await rm(join(gitDir, 'objects'), { recursive: true })],
  ['has lost an object', async (gitDir) => await rm(await anObject(gitDir))],
  [
    'has half an object',
    async (gitDir) => await loosen(gitDir, async (path) => await truncate(path, 5)),
  ],
  ['has an object of zeroes', async (gitDir) => await loosen(gitDir, zero)],
];

interface Shadowed {
  readonly ws: TempWorkspace;
  readonly engine: Engine;
  readonly session: Session;
  readonly gitDir: string;
}

let one: Shadowed;

beforeAll(async () => {
  const ws = await tempWorkspace(BEFORE);
  const engine = await testEngine(ws.root);
  const session = await stage(await stagedSession(engine));
  one = { ws, engine, session, gitDir: (await shadowOf(session)).gitDir };
});

afterAll(async () => {
  await one.engine.close();
  await one.ws[Symbol.asyncDispose]();
});

describe('a shadow repository', () => {
  it.each(QUIET)('that %s is quietly the same afterwards', async (_, damage) => {
    const { ws, session, gitDir } = one;
    await damage(gitDir, ws);
    expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
    await expectSamePatch(session, gitDir);
    await expectWhole(gitDir);
  });

  it.each(LOUD)('that %s is made anew, with one warning', async (_, damage) => {
    const { ws, session, gitDir } = one;
    await damage(gitDir, ws);
    const { warnings } = await shadowOf(session);
    expect(warnings).toEqual([expect.stringContaining(WARNING)]);
    expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
    await expectSamePatch(session, gitDir);
    const names = await readdir(ws.path(SESSION_DIRECTORY));
    expect(names.filter((name) => name.startsWith('shadow'))).toEqual(['shadow', 'shadow.lock']);
  });
});

async function objectsOf(gitDir: string): Promise<string[]> {
  const names = await readdir(join(gitDir, 'objects'), { recursive: true });
  return names.filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name)).sort();
}

async function anObject(gitDir: string): Promise<string> {
  const [name = ''] = await objectsOf(gitDir);
  return join(gitDir, 'objects', name);
}

async function loosen(gitDir: string, damage: (path: string) => Promise<unknown>): Promise<void> {
  const path = await anObject(gitDir);
  await chmod(path, 0o600);
  await damage(path);
}

async function zero(path: string): Promise<void> {
  const { length } = await readFile(path);
  await writeFile(path, Buffer.alloc(length));
}
