// No cost grows with the repository: the same calls to the file system, whatever it holds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeDisk } from '../src/disk/node-disk.ts';
import { createCountingDisk } from '../test/support/counting-disk.ts';
import { stagedSession, testEngine } from '../test/support/test-engine.ts';
import { freshDirectory, type Row, ratioRow } from './measure.ts';

const DIRECTORIES = 200;
const FILES_EACH = 500;

export async function repositorySize(): Promise<Row[]> {
  const empty = await callsIn(freshDirectory());
  const large = await callsIn(largeRepository());
  return [ratioRow('file-system calls to open and stage, 100,000 files / none', large / empty, 1)];
}

async function callsIn(root: string): Promise<number> {
  const { disk, calls } = createCountingDisk(createNodeDisk());
  await using engine = await testEngine(root, { disk });
  const session = await stagedSession(engine);
  await session.write('new/file.txt', 'new\n');
  return calls.length;
}

function largeRepository(): string {
  const root = freshDirectory();
  for (let n = 0; n < DIRECTORIES; n += 1) {
    const directory = join(root, `d${n}`);
    mkdirSync(directory);
    for (let file = 0; file < FILES_EACH; file += 1) writeFileSync(join(directory, `${file}`), '');
  }
  return root;
}
