// What must hold after every step.
import { expect } from 'vitest';
import type { Session } from '../../src/index.ts';
import { isDone } from './committing.ts';
import type { PlainDirectory } from './plain-directory.ts';
import { answerOf, type Reality } from './reality.ts';
import type { Answer } from './staging.ts';
import { PATHS, type Who } from './steps.ts';
import type { ModelSession, World } from './world.ts';

/** Checks the sessions that a step may have changed. */
export async function checkAll(
  world: World,
  reality: Reality,
  changed: readonly ModelSession[],
): Promise<void> {
  expect(await reality.workspace.tree()).toEqual(await world.lower.tree());
  for (const model of changed) {
    // Each engine now and then: both follow what the other one records.
    await checkView(world, reality, { model, engine: reality.nextEngine() });
    const session = await reality.session(model, 0);
    await checkStatus(world, session, model);
    expect(await session.verify()).toEqual({ findings: [], repaired: false });
  }
}

async function checkView(
  world: World,
  reality: Reality,
  of: { readonly model: ModelSession; readonly engine: Who },
): Promise<void> {
  const seen = world.seenBy(of.model);
  const session = await reality.session(of.model, of.engine);
  const paths = [...new Set([...PATHS, ...seen.pathsBelow('')])];
  expect(await viewOf(session, seen, ['', ...paths])).toEqual(expectedView(seen, ['', ...paths]));
}

type View = Record<string, { readonly read: Answer; readonly list: Answer | undefined }>;

async function viewOf(
  session: Session,
  seen: PlainDirectory,
  paths: readonly string[],
): Promise<View> {
  const view: View = {};
  for (const path of paths) {
    const shown = path === '' ? '.' : path;
    view[`/${path}`] = {
      read: await answerOf(session.read(shown).then((bytes) => Buffer.from(bytes).toString('hex'))),
      list: isListed(seen, path) ? await answerOf(session.list(shown)) : undefined,
    };
  }
  return view;
}

function expectedView(seen: PlainDirectory, paths: readonly string[]): View {
  const view: View = {};
  for (const path of paths)
    view[`/${path}`] = {
      read: readIn(seen, path),
      list: isListed(seen, path) ? listIn(seen, path) : undefined,
    };
  return view;
}

// Errors cost more than answers: not every file is listed in vain.
function isListed(seen: PlainDirectory, path: string): boolean {
  const key = seen.resolve(path, true) ?? 'd';
  return path.length % 3 === 0 || seen.kindOf(key) === 'directory';
}

function readIn(seen: PlainDirectory, path: string): Answer {
  const key = seen.resolve(path, true);
  if (key === undefined) return { code: 'ERR_STAGED_INVALID_PATH' };
  const node = seen.read(key);
  if (node?.kind === 'file') return { value: node.bytes.toString('hex') };
  const isThere = seen.kindOf(key) !== 'absent';
  return { code: isThere ? 'ERR_STAGED_NOT_A_FILE' : 'ERR_STAGED_NOT_FOUND' };
}

function listIn(seen: PlainDirectory, path: string): Answer {
  const key = seen.resolve(path, true);
  if (key === undefined) return { code: 'ERR_STAGED_INVALID_PATH' };
  const kind = seen.kindOf(key);
  if (kind === 'directory') return { value: seen.list(key) };
  const code = kind === 'absent' ? 'ERR_STAGED_NOT_FOUND' : 'ERR_STAGED_NOT_A_DIRECTORY';
  return { code };
}

async function checkStatus(world: World, session: Session, model: ModelSession): Promise<void> {
  const status = await session.status();
  const pendingWrites = world.statusOf(model).map((pending, index) => ({
    ...pending,
    conflict: conflictOf(world, model, pending.path) ?? status.pendingWrites[index]?.conflict,
  }));
  const { oldestPendingAgeMs } = status;
  expect(status).toEqual({
    pendingWrites,
    totalBytesPending: pendingWrites.reduce((sum, { bytesAdded }) => sum + bytesAdded, 0),
    oldestPendingAgeMs,
    mode: model.mode,
    damaged: false,
  });
}

// Of a deleted directory the status looks at the top alone, and may be wrong about the rest.
function conflictOf(world: World, model: ModelSession, path: string): boolean | undefined {
  const base = model.entries.get(path)?.base;
  if (base === undefined) return undefined;
  const isStill = base.kind === 'directory' && world.lower.kindOf(path) === 'directory';
  return isStill ? undefined : world.isConflict(path, base) && !isDone(world, model, path);
}
