// Somebody saves between the calls of a commit: nothing of theirs is ever unlinked (design §6).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StagedFsError } from '../../src/base/errors.ts';
import type { DiskCall } from '../support/counting-disk.ts';
import { createMeddlingDisk, refusal } from '../support/meddling-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { conflict, filesBelow, outcomeOf, type Scene, save } from './saving-scene.ts';

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

it('gives a save its name back after a crash right after the exchange', async () => {
  await using workspace = await tempWorkspace({ a: 'base' });
  {
    await using engine = await testEngine(workspace.root);
    await (await stagedSession(engine)).write('a', 'ours');
  }
  let isDead = false;
  const disk = createMeddlingDisk({
    before(call) {
      if (isDead && call.verb !== 'close') throw refusal(call);
      if (call.verb === 'exchange') save(workspace.path('a'), 'saved');
    },
    after({ verb }) {
      isDead ||= verb === 'exchange';
    },
  });
  const dying = await testEngine(workspace.root, { disk });
  await (await dying.session('s')).commit().catch(() => undefined);
  await dying.close().catch(() => undefined);
  await using engine = await testEngine(workspace.root);
  const { failedPathsWithReasons } = await (await engine.session('s')).commit();
  expect({
    files: filesBelow(workspace.root, '.harn'),
    failed: failedPathsWithReasons.map(({ path, code }) => [path, code]),
  }).toEqual({ files: { a: 'saved' }, failed: conflict });
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
