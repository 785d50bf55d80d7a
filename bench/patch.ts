// The patch of 1,000 pending changes against a `git diff` process over the same changes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../src/index.ts';
import { gitOk } from '../test/support/git.ts';
import { freshDirectory, median, type Row, ratioRow, time } from './measure.ts';

const COUNT = 1000;
const RUNS = 5;

export async function patch(): Promise<Row[]> {
  const root = await repository();
  await using engine = await openEngine({ root });
  const session = await engine.session('s');
  await session.setMode('staged');
  for (let n = 0; n < COUNT; n += 1) await session.write(nameOf(n), textOf(n, true));
  const ours: number[] = [];
  for (let run = 0; run < RUNS; run += 1) ours.push(await time(async () => await session.diff()));
  await session.commit();
  const git: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    git.push(await time(async () => await gitOk(root, 'diff', '--binary', '--full-index')));
  }
  return [ratioRow('patch of 1,000 changes / `git diff` process', median(ours) / median(git), 1.5)];
}

async function repository(): Promise<string> {
  const root = freshDirectory();
  for (let n = 0; n < COUNT; n += 1) writeFileSync(join(root, nameOf(n)), textOf(n, false));
  await gitOk(root, 'init', '--quiet');
  await gitOk(root, 'add', '--all');
  return root;
}

function textOf(n: number, isEdited: boolean): string {
  const lines = Array.from({ length: 60 }, (_, at) => `  line ${at} of file ${n};`);
  if (isEdited) lines.splice(n % 50, 2, '  an edited line;', '  and a new one;', '  and another;');
  return `${lines.join('\n')}\n`;
}

function nameOf(n: number): string {
  return `file-${n}.txt`;
}
