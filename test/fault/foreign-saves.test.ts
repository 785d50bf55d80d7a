// Somebody saves between the calls of a commit: nothing of theirs is ever unlinked (design §6).
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StagedFsError } from '../../src/base/errors.ts';
import type { CommitResult, Session } from '../../src/index.ts';
import type { DiskCall } from '../support/counting-disk.ts';
import { createMeddlingDisk, type Meddling, refusal } from '../support/meddling-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';

/** As editors do it: whole beside its place, then renamed over it. */
function save(path: string, content: string): void {
  writeFileSync(`${path}~`, content);
  renameSync(`${path}~`, path);
}

interface Scene {
  readonly files: Readonly<Record<string, string>>;
  stage(session: Session): Promise<unknown>;
  meddling(workspace: TempWorkspace): Meddling;
}

interface Outcome {
  /** Files of the workspace. */
  readonly files: Record<string, string>;
  /** What `commit/` keeps for good. */
  readonly kept: readonly unknown[];
  readonly failed: readonly [path: string, code: string][];
  /** What the failures name, with what is there. */
  readonly named: readonly unknown[];
}

async function outcomeOf(scene: Scene): Promise<Outcome> {
  await using workspace = await tempWorkspace(scene.files);
  {
    await using engine = await testEngine(workspace.root);
    await scene.stage(await stagedSession(engine));
  }
  await using engine = await testEngine(workspace.root, {
    disk: createMeddlingDisk(scene.meddling(workspace)),
  });
  const session = await engine.session('s');
  const result = await session.commit();
  await commitOthers(session, 5);
  return {
    files: filesBelow(workspace.root, '.harn'),
    kept: keptIn(workspace.path(`${SESSION_DIRECTORY}/commit`)),
    failed: result.failedPathsWithReasons.map(({ path, code }) => [path, code]),
    named: namedIn(result).map((place) => contentAt(workspace.path(place))),
  };
}

// What is kept for good must outlive what commits keep for a while.
async function commitOthers(session: Session, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await session.write('other', `other ${n}`);
    await session.commit({ paths: ['other'] });
  }
}

function filesBelow(root: string, hidden?: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(root).sort()) {
    if (name === hidden || name === 'other') continue;
    const content = contentAt(join(root, name));
    if (typeof content === 'string') found[name] = content;
    else for (const [below, text] of Object.entries(content)) found[`${name}/${below}`] = text;
  }
  return found;
}

function contentAt(path: string): string | Record<string, string> {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return filesBelow(path);
  }
}

function keptIn(directory: string): unknown[] {
  const names = readdirSync(directory).filter((name) => name.startsWith('kept-'));
  return names.map((name) => contentAt(join(directory, name)));
}

function namedIn({ failedPathsWithReasons }: CommitResult): string[] {
  return failedPathsWithReasons.flatMap(({ reason }) => /kept in `(.*)`/.exec(reason)?.[1] ?? []);
}

const conflict = [['a', 'ERR_STAGED_CONFLICT']];

describe('a file that is replaced', () => {
  function replacing(meddling: Scene['meddling']): Scene {
    return { files: { a: 'base' }, stage: (session) => session.write('a', 'ours'), meddling };
  }

  it('keeps a save before the exchange', async () => {
    const scene = replacing((workspace) => ({
      before({ verb }, count) {
        if (verb === 'exchange' && count === 1) save(workspace.path('a'), 'saved');
      },
    }));
    expect(await outcomeOf(scene)).toEqual({
      files: { a: 'saved' },
      kept: [],
      failed: conflict,
      named: [],
    });
  });

  it('keeps a save before the exchange back too, and tells where the one before it is', async () => {
    const scene = replacing((workspace) => ({
      before({ verb }, count) {
        if (verb === 'exchange' && count <= 2) save(workspace.path('a'), `save ${count}`);
      },
    }));
    expect(await outcomeOf(scene)).toEqual({
      files: { a: 'save 2' },
      kept: ['save 1'],
      failed: conflict,
      named: ['save 1'],
    });
  });

  it('gives up exchanging with one who saves all the time, and loses none of the last two', async () => {
    const scene = replacing((workspace) => ({
      before({ verb }, count) {
        if (verb === 'exchange' && count <= 9) save(workspace.path('a'), `save ${count}`);
      },
    }));
    expect(await outcomeOf(scene)).toEqual({
      files: { a: 'save 8' },
      kept: ['save 9'],
      failed: conflict,
      named: ['save 9'],
    });
  });

  it('keeps what was written into our file before the exchange back', async () => {
    const scene = replacing((workspace) => ({
      before({ verb }, count) {
        if (verb !== 'exchange' || count > 2) return;
        if (count === 1) save(workspace.path('a'), 'saved');
        else writeFileSync(workspace.path('a'), 'written into ours');
      },
    }));
    expect(await outcomeOf(scene)).toEqual({
      files: { a: 'written into ours' },
      kept: ['saved'],
      failed: conflict,
      named: ['saved'],
    });
  });

  it('keeps a save whose name is deleted before the exchange back', async () => {
    const scene = replacing((workspace) => ({
      before({ verb }, count) {
        if (verb !== 'exchange' || count > 2) return;
        if (count === 1) save(workspace.path('a'), 'saved');
        else rmSync(workspace.path('a'));
      },
    }));
    expect(await outcomeOf(scene)).toEqual({
      files: {},
      kept: ['saved'],
      failed: conflict,
      named: ['saved'],
    });
  });

  it('keeps a save that came after the last look, without exchange', async () => {
    const scene = replacing((workspace) => ({
      before(call) {
        if (call.verb === 'exchange') throw noExchange();
        if (isLinkAside(call)) save(workspace.path('a'), 'saved');
      },
    }));
    expect(await outcomeOf(scene)).toEqual({
      files: { a: 'saved' },
      kept: [],
      failed: conflict,
      named: [],
    });
  });
});

it('keeps what lies under a temporary name that two paths share', async () => {
  const [one, two] = ['a-long-file-name-one', 'a-long-file-name-two'];
  const outcome = await outcomeOf({
    files: { [one]: 'base', [two]: 'base' },
    async stage(session) {
      for (const path of [one, two]) await session.write(path, 'ours');
    },
    meddling: (workspace) => ({
      before(call, count) {
        if (call.verb === 'exchange' && count <= 2) save(workspace.path(one), `save ${count}`);
        if (call.verb === 'exchange' && count === 2) throw refusal(call);
        if (call.verb === 'rename' && call.path.endsWith('.tmp') && call.path.includes('long')) {
          throw refusal(call);
        }
      },
    }),
  });
  const temporary = Object.keys(outcome.files).find((name) => name.endsWith('.tmp')) ?? '';
  expect(outcome.files).toEqual({ [temporary]: 'save 1', [one]: 'save 2', [two]: 'base' });
  expect(outcome.named).toEqual(['save 1']);
});

describe('a path that is deleted', () => {
  it('keeps a file aside whose name was taken meanwhile', async () => {
    const outcome = await outcomeOf({
      files: { a: 'base' },
      stage: (session) => session.remove('a'),
      meddling: (workspace) => ({
        before({ verb, path }) {
          if (verb === 'rename' && path.endsWith('/a')) save(workspace.path('a'), 'save 1');
        },
        after({ verb, path }) {
          if (verb === 'rename' && path.endsWith('/a')) save(workspace.path('a'), 'save 2');
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

  it('keeps a directory aside whose name was taken meanwhile', async () => {
    const outcome = await outcomeOf({
      files: { 'a/f': 'base' },
      stage: (session) => session.remove('a', { recursive: true }),
      meddling: (workspace) => ({
        before({ verb, path }) {
          if (verb === 'rename' && path.endsWith('/a')) writeFileSync(workspace.path('a/g'), 'new');
        },
        after({ verb, path }) {
          if (verb === 'rename' && path.endsWith('/a')) mkdirSync(workspace.path('a'));
        },
      }),
    });
    expect(outcome).toEqual({
      files: {},
      kept: [{ f: 'base', g: 'new' }],
      failed: conflict,
      named: [{ f: 'base', g: 'new' }],
    });
  });

  it('puts back a directory that took the place of a file', async () => {
    const outcome = await outcomeOf({
      files: { a: 'base' },
      stage: (session) => session.remove('a'),
      meddling: (workspace) => ({
        before({ verb, path }) {
          if (verb !== 'rename' || !path.endsWith('/a')) return;
          rmSync(workspace.path('a'));
          mkdirSync(workspace.path('a'));
          writeFileSync(workspace.path('a/in'), 'new');
        },
      }),
    });
    expect(outcome).toEqual({ files: { 'a/in': 'new' }, kept: [], failed: conflict, named: [] });
  });

  it('keeps a directory whose name was taken before a file came there, without exchange', async () => {
    const outcome = await outcomeOf({
      files: { 'a/f': 'base' },
      async stage(session) {
        await session.remove('a', { recursive: true });
        await session.write('a', 'ours');
      },
      meddling: (workspace) => ({
        before({ verb }) {
          if (verb === 'exchange') throw noExchange();
        },
        after({ verb, path }) {
          if (verb === 'rename' && path.endsWith('/a')) save(workspace.path('a'), 'saved');
        },
      }),
    });
    expect(outcome).toEqual({
      files: { a: 'saved' },
      kept: [{ f: 'base' }],
      failed: conflict,
      named: [{ f: 'base' }],
    });
  });
});

function isLinkAside({ verb, path }: DiskCall): boolean {
  return verb === 'link' && path.includes('/commit/');
}

function noExchange(): StagedFsError {
  return new StagedFsError('ERR_STAGED_UNSUPPORTED', 'No exchange here.');
}
