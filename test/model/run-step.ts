// One step, done to the model and to the engine.
import { expect } from 'vitest';
import type { CommitResult, Session } from '../../src/index.ts';
import { checkAll } from './checks.ts';
import {
  applyCommit,
  type CommitForecast,
  discard,
  forecast,
  isDone,
  settle,
} from './committing.ts';
import { ancestorsOf, type PlainNode } from './plain-directory.ts';
import { answerOf, type Reality } from './reality.ts';
import { patch, remove, write } from './staging.ts';
import type { Step } from './steps.ts';
import { entriesBelow, type ModelSession, sortedEntries, type World } from './world.ts';

export async function runStep(world: World, reality: Reality, step: Step): Promise<void> {
  switch (step.do) {
    case 'edit':
    case 'edit-link':
      editOutside(world, reality, step);
      break;
    case 'reopen':
      await reality.reopen();
      break;
    default:
      await runInSession(world, reality, step);
  }
  await checkAll(world, reality, changedBy(world, step));
}

// What touches the workspace shows in both sessions.
function changedBy(world: World, step: Step): readonly ModelSession[] {
  if (!('session' in step) || step.do === 'commit') return world.sessions;
  const model = world.sessions[step.session];
  return model.mode === 'immediate' ? world.sessions : [model];
}

type SessionStep = Exclude<Step, { do: 'edit' | 'edit-link' | 'reopen' }>;

async function runInSession(world: World, reality: Reality, step: SessionStep): Promise<void> {
  const model = world.sessions[step.session];
  const session = await reality.session(model, step.engine);
  switch (step.do) {
    case 'write': {
      const { path, fileMode, overwrite } = step;
      const content = Buffer.from(step.content);
      const options = fileMode === undefined ? { overwrite } : { overwrite, fileMode };
      const answer = await answerOf(session.write(path, content, options));
      expect(answer).toEqual(write(world, model, { path, content, fileMode, overwrite }));
      return;
    }
    case 'link': {
      const [content, fileMode] = [Buffer.from(step.target), '120000'] as const;
      const answer = await answerOf(session.write(step.path, content, { fileMode }));
      const asked = { path: step.path, content, fileMode, overwrite: true };
      expect(answer).toEqual(write(world, model, asked));
      return;
    }
    case 'remove': {
      const { path, recursive } = step;
      const answer = await answerOf(session.remove(path, { recursive }));
      expect(answer).toEqual(remove(world, model, { path, recursive }));
      return;
    }
    case 'patch': {
      const { expectedHash, answer } = patch(world, model, step);
      const found = await answerOf(session.patchText(step.path, step.text, { expectedHash }));
      expect(isNotText(found) ? answer : found).toEqual(answer);
      return;
    }
    case 'mode': {
      const previousMode = model.mode;
      model.mode = step.mode;
      expect(await session.setMode(step.mode)).toEqual({ previousMode });
      return;
    }
    case 'discard': {
      const paths = spelledAsPending(model, step.paths);
      const result = await session.discard(paths === undefined ? {} : { paths });
      expect(result).toEqual({ discardedPaths: discard(model, paths) });
      world.rebuild();
      return;
    }
    case 'commit':
      await commit(world, { model, session, reality }, spelledAsPending(model, step.paths));
  }
}

function isNotText(answer: unknown): boolean {
  return JSON.stringify(answer).includes('ERR_STAGED_NOT_TEXT');
}

interface Committing {
  readonly model: ModelSession;
  readonly session: Session;
  readonly reality: Reality;
}

async function commit(
  world: World,
  { model, session, reality }: Committing,
  paths: readonly string[] | undefined,
): Promise<void> {
  const expected = forecast(world, model, paths);
  const view = await model.view.tree();
  const result = await session.commit(paths === undefined ? {} : { paths });
  checkResult(expected, result);
  if (expected.isClean) {
    applyCommit(world, model, expected.selected);
  } else {
    checkFailures(world, { model, session, reality }, result);
    world.lower.copyFrom(reality.workspace.root);
    for (const path of result.committedPaths) checkDone(world, model, path);
  }
  settle(model, result.committedPaths);
  world.rebuild();
  // What callers see is the same before and after.
  if (expected.isClean) expect(await model.view.tree()).toEqual(view);
}

function checkResult(expected: CommitForecast, result: CommitResult): void {
  const failed = result.failedPathsWithReasons.map(({ path }) => path);
  const all = expected.selected.filter(
    (path) => result.committedPaths.includes(path) !== failed.includes(path),
  );
  expect(all).toEqual(expected.selected);
  if (expected.isClean) expect(result).toEqual({ committedPaths: all, failedPathsWithReasons: [] });
  expect(expected.mustFail.filter((path) => !failed.includes(path))).toEqual([]);
}

// A path that failed is as it was (rule C1).
function checkFailures(world: World, { model, reality }: Committing, result: CommitResult): void {
  for (const { path } of result.failedPathsWithReasons) {
    const isInDeleted = ancestorsOf(path).some((above) => model.entries.has(above));
    if (isInDeleted) continue;
    expect([path, nodeIn(reality.workspace, path)]).toEqual([path, nodeIn(world.lower, path)]);
  }
}

function nodeIn(directory: World['lower'], path: string): PlainNode | string {
  return directory.read(path) ?? directory.kindOf(path);
}

function checkDone(world: World, model: ModelSession, path: string): void {
  const isWrittenInto = entriesBelow(model, path).length > 0;
  if (isWrittenInto) return;
  expect([path, isDone(world, model, path)]).toEqual([path, true]);
}

// As an editor would: only where the file system lets it.
function editOutside(
  world: World,
  reality: Reality,
  step: Extract<Step, { do: 'edit' | 'edit-link' }>,
): void {
  const { path } = step;
  const isUnderLeaf = ancestorsOf(path).some((above) =>
    ['file', 'symlink'].includes(world.lower.kindOf(above)),
  );
  if (isUnderLeaf) return;
  for (const directory of [world.lower, reality.workspace]) {
    if (step.do === 'edit-link') {
      directory.write(path, { kind: 'symlink', target: step.target });
    } else if (step.content === undefined) {
      directory.remove(path);
    } else {
      const bytes = Buffer.from(step.content);
      directory.write(path, { kind: 'file', bytes, isExecutable: false });
    }
  }
  world.rebuild();
}

// The engine also finds what is pending by another spelling, through a link; the model knows none.
function spelledAsPending(
  model: ModelSession,
  paths: readonly string[] | undefined,
): readonly string[] | undefined {
  const pending = new Set(sortedEntries(model).map(([path]) => path));
  return paths?.map((path) => (pending.has(path) ? path : `not pending/${path}`));
}
