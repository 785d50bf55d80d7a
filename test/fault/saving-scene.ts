// A commit between whose calls somebody saves, and what became of every save.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../src/disk/disk.ts';
import type { CommitResult, Session } from '../../src/index.ts';
import { createMeddlingDisk, type Meddling } from '../support/meddling-disk.ts';
import { createMountedDisk } from '../support/mounted-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';

/** As editors do it: whole beside its place, then renamed over it. */
export function save(path: string, content: string): void {
  writeFileSync(`${path}~`, content);
  renameSync(`${path}~`, path);
}

export interface Scene {
  readonly files: Readonly<Record<string, string>>;
  stage(session: Session): Promise<unknown>;
  meddling(workspace: TempWorkspace): Meddling;
  /** Whether the state is on another file system. */
  readonly isStateElsewhere?: boolean;
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

export async function outcomeOf(scene: Scene): Promise<Outcome> {
  await using workspace = await tempWorkspace(scene.files);
  {
    await using engine = await testEngine(workspace.root);
    await scene.stage(await stagedSession(engine));
  }
  await using engine = await testEngine(workspace.root, { disk: diskOf(scene, workspace) });
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

function diskOf(scene: Scene, workspace: TempWorkspace): Disk {
  const disk = createMeddlingDisk(scene.meddling(workspace));
  if (scene.isStateElsewhere !== true) return disk;
  return createMountedDisk(disk, { directory: workspace.path('.harn') });
}

// What is kept for good must outlive what commits keep for a while.
async function commitOthers(session: Session, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await session.write('other', `other ${n}`);
    await session.commit({ paths: ['other'] });
  }
}

export function filesBelow(root: string, hidden?: string): Record<string, string> {
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

export const conflict: readonly (readonly [string, string])[] = [['a', 'ERR_STAGED_CONFLICT']];
