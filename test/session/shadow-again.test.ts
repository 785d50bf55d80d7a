// Large sides of a shadow repository that has their objects already.
import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import { createCountingDisk, type DiskCall } from '../support/counting-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import {
  BASE,
  BODY,
  bodyIn,
  expectObjects,
  laterDisk,
  objectOf,
  unfinishedIn,
} from './shadow-objects.ts';

describe('a large side', () => {
  it('is not read when its object is there and it has surely not changed', async () => {
    await using ws = await tempWorkspace({ f: BASE });
    const { disk, calls } = createCountingDisk(laterDisk());
    await using engine = await testEngine(ws.root, { disk });
    const session = await stagedSession(engine);
    await session.write('f', BODY);
    await session.write('equal', BODY);
    // The body is checked in 4 pieces and read in 13, the file in 12.
    expect(await readsIn(calls, ws, session)).toBe(4 + 13 + 12);
    expect(await readsIn(calls, ws, session)).toBe(0);
    await session.write('another', BODY);
    expect(await readsIn(calls, ws, session)).toBe(0);
    await expectObjects(session, [BASE, BODY]);
  });

  it.each([
    ['may have changed', ''],
    ['has changed', 'and one more line\n'],
  ])('below that %s is not written again', async (_, more) => {
    await using ws = await tempWorkspace({ f: BASE });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    await session.write('f', BODY);
    await appendFile(ws.path('f'), more);
    const object = objectOf(ws, Buffer.concat([BASE, Buffer.from(more)]));
    await session.shadow();
    const { ino } = await stat(object);
    await session.shadow();
    expect((await stat(object)).ino).toBe(ino);
  });
});

it('removes what a process that was killed has left half written', async () => {
  await using ws = await tempWorkspace({ f: BASE });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  await session.write('f', BODY);
  const { gitDir } = await session.shadow();
  await writeFile(join(gitDir, 'objects/tmp_obj_0123456789abcdef'), 'half');
  await writeFile(join(gitDir, 'objects/tmp_obj_aB3xYz'), 'of a git that may be at work');
  await session.shadow();
  expect(unfinishedIn(ws)).toEqual(['shadow/objects/tmp_obj_aB3xYz']);
});

async function readsIn(
  calls: readonly DiskCall[],
  ws: TempWorkspace,
  session: Session,
): Promise<number> {
  const from = calls.length;
  await session.shadow();
  const isContent = ({ verb, path }: DiskCall): boolean =>
    verb === 'read' && (path === ws.path('f') || path === bodyIn(ws));
  return calls.slice(from).filter(isContent).length;
}
