// While large bodies are staged the event loop goes on: its delay against that of hashing them here.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEngine } from '../src/index.ts';
import { delaysDuring, freshDirectory, type Row, ratioRow, touchMemory } from './measure.ts';

const SIZE = 64 * 1024 * 1024;
const COUNT = 8;

export async function responsiveness(): Promise<Row[]> {
  const files = largeFiles();
  touchMemory();
  const blocking = await delaysDuring(async () => {
    for (const { bytes } of files) {
      createHash('sha256').update(bytes).digest();
      await sleep(1);
    }
  });
  await using engine = await openEngine({ root: freshDirectory() });
  const session = await engine.session('s');
  await session.setMode('staged');
  // The first task starts the threads.
  await session.writeFrom('warm-up.bin', files[0]?.path ?? '');
  const staging = await delaysDuring(async () => {
    const writes = files.map(async ({ path }, n) => await session.writeFrom(`${n}.bin`, path));
    await Promise.all(writes);
  });
  return [
    ratioRow(
      'event-loop delay p99, staging 8 × 64 MiB / hashing them inline',
      staging.p99 / blocking.p99,
      0.4,
    ),
  ];
}

interface LargeFile {
  readonly path: string;
  readonly bytes: Buffer;
}

function largeFiles(): LargeFile[] {
  const directory = freshDirectory();
  return Array.from({ length: COUNT }, (_, n) => {
    const file = { path: join(directory, `${n}.bin`), bytes: Buffer.alloc(SIZE, `body ${n}`) };
    writeFileSync(file.path, file.bytes);
    return file;
  });
}
