// Parts of a workspace on another file system than its staged state (design §6): what comes out is
// copied, and removed only once the copy is whole.
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { CommitResult, Session } from '../../src/index.ts';
import { createMountedDisk } from '../support/mounted-disk.ts';
import { type Planted, type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { readTree } from '../support/tree.ts';
import { conflict, filesBelow, outcomeOf, save } from './saving-scene.ts';

const FILES: Record<string, Planted> = {
  'm/edited': { content: 'old', mode: 0o640 },
  'm/deleted': 'gone',
  'm/tree/a': { content: 'a', mode: 0o600 },
  'm/tree/deep/er/b': 'b',
  'm/tree/link': { link: 'a' },
  'm/to-dir': 'was a file',
  'm/to-file/in': 'was in a directory',
  'm/link': { link: 'edited' },
};

async function stageAll(session: Session): Promise<void> {
  await session.write('m/edited', 'new');
  await session.remove('m/deleted');
  await session.remove('m/tree', { recursive: true });
  await session.remove('m/to-dir');
  await session.write('m/to-dir/in', 'in a directory');
  await session.remove('m/to-file', { recursive: true });
  await session.write('m/to-file', 'is a file');
  await session.write('m/link', 'to-file', { fileMode: '120000' });
}

const COMMITTED = {
  'm/edited': 'new',
  'm/link': 'is a file',
  'm/to-dir/in': 'in a directory',
  'm/to-file': 'is a file',
};

interface Where {
  readonly mount?: string;
  readonly exchanges?: boolean;
}

function diskOf(workspace: TempWorkspace, { mount = 'm', exchanges = true }: Where = {}): Disk {
  const directory = workspace.path(mount);
  return createMountedDisk(createNodeDisk(), { directory, exchanges });
}

async function commitOn(
  workspace: TempWorkspace,
  disk: Disk,
  stage: (session: Session) => Promise<unknown>,
): Promise<CommitResult> {
  await using engine = await testEngine(workspace.root, { disk });
  const session = await stagedSession(engine);
  await stage(session);
  return await session.commit();
}

/** What the commits keep: contents of files, and where links lead. */
async function keptBy(workspace: TempWorkspace): Promise<string[]> {
  const nodes = Object.values(await readTree(workspace.path(`${SESSION_DIRECTORY}/commit`)));
  const kept = nodes.flatMap((node) => {
    if (node.kind === 'symlink') return [`-> ${node.target}`];
    return node.kind === 'file' ? [node.content.toString()] : [];
  });
  return kept.sort();
}

describe.each([
  { name: 'a mount inside', mount: 'm', exchanges: true },
  { name: 'the state on another file system', mount: '.harn', exchanges: true },
  { name: 'no exchange', mount: 'm', exchanges: false },
])('with $name', (where) => {
  it('commits edits, deletes, links and what changes its kind', async () => {
    await using workspace = await tempWorkspace(FILES);
    const result = await commitOn(workspace, diskOf(workspace, where), stageAll);
    expect(result.failedPathsWithReasons).toEqual([]);
    expect(filesBelow(workspace.root, '.harn')).toEqual(COMMITTED);
    expect(fs.readlinkSync(workspace.path('m/link'))).toBe('to-file');
    expect(fs.readdirSync(workspace.path('m')).sort()).toEqual([
      'edited',
      'link',
      'to-dir',
      'to-file',
    ]);
    const files = ['a', 'b', 'gone', 'old', 'was a file', 'was in a directory'];
    expect(await keptBy(workspace)).toEqual(['-> a', '-> edited', ...files]);
  });

  it('puts back what somebody changed meanwhile', async () => {
    await using workspace = await tempWorkspace(FILES);
    const result = await commitOn(workspace, diskOf(workspace, where), async (session) => {
      await stageAll(session);
      for (const path of ['m/edited', 'm/deleted', 'm/tree/a']) {
        save(workspace.path(path), 'saved since');
      }
    });
    expect(result.failedPathsWithReasons.map(({ path, code }) => [path, code])).toEqual(
      ['m/deleted', 'm/edited', 'm/tree'].map((path) => [path, 'ERR_STAGED_CONFLICT']),
    );
    const { 'm/edited': _, ...others } = COMMITTED;
    expect(filesBelow(workspace.root, '.harn')).toEqual({
      ...others,
      'm/deleted': 'saved since',
      'm/edited': 'saved since',
      'm/link': 'is a file',
      'm/tree/a': 'saved since',
      'm/tree/deep/er/b': 'b',
      'm/tree/link': 'saved since',
    });
  });
});

describe('what is not ours', () => {
  it('is kept as a copy when it cannot be exchanged back', async () => {
    const outcome = await outcomeOf({
      files: { a: 'base' },
      stage: (session) => session.write('a', 'ours'),
      isStateElsewhere: true,
      meddling: (workspace) => ({
        before({ verb }, count) {
          if (verb === 'exchange' && count <= 2) save(workspace.path('a'), `save ${count}`);
        },
      }),
    });
    expect(outcome).toEqual({
      files: { a: 'save 2' },
      kept: ['save 1'],
      failed: conflict,
      named: ['save 1'],
    });
  });

  it('is kept as a copy when its name was taken meanwhile', async () => {
    const outcome = await outcomeOf({
      files: { 'a/f': 'base' },
      stage: (session) => session.remove('a', { recursive: true }),
      isStateElsewhere: true,
      meddling: (workspace) => ({
        before({ verb, path }) {
          if (verb === 'rename' && path.endsWith('/a')) save(workspace.path('a/g'), 'new');
        },
        after({ verb, path }) {
          if (verb === 'rename' && path.endsWith('/a')) save(workspace.path('a'), 'taken');
        },
      }),
    });
    const kept = [{ f: 'base', g: 'new' }];
    expect(outcome).toEqual({ files: { a: 'taken' }, kept, failed: conflict, named: kept });
  });
});
