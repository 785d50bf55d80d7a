// Large sides of the shadow repository while something happens to them: nothing unfinished stays, and
// no object holds other bytes than its name says.
import { existsSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobOid } from '../../src/diff/blob-oid.ts';
import type { Disk } from '../../src/disk/disk.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import type { DiskCall } from '../support/counting-disk.ts';
import { createFaultDisk } from '../support/fault-disk.ts';
import { gitOk } from '../support/git.ts';
import { refusal } from '../support/meddling-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf, failureOf } from './failure.ts';
import {
  BASE,
  BODY,
  bodyIn,
  expectObjects,
  happeningOn,
  laterDisk,
  objectOf,
  unfinishedIn,
  writesObject,
} from './shadow-objects.ts';

const OTHER = Buffer.alloc(4 * BASE.length, 'another file\n');

const CUT_BYTES = 16 * 1024;
const SHORTER = BASE.subarray(0, BASE.length - CUT_BYTES);

/** Of a change that happens at every call. */
const EACH = 0;

describe.each(['not there yet', 'there'])('a shadow repository that is %s', (state) => {
  it('has nothing of a damaged body', async () => {
    await using ws = await tempWorkspace({ f: BASE });
    await using engine = await testEngine(ws.root);
    const session = await stagedWith(state, await stagedSession(engine));
    const damaged = Buffer.concat([BODY.subarray(1), Buffer.from('x')]);
    await writeFile(bodyIn(ws), damaged);
    expect(await codeOf(session.shadow())).toBe('ERR_STAGED_BODY_CORRUPT');
    expect({ unfinished: unfinishedIn(ws), isMade: existsSync(objectOf(ws, damaged)) }).toEqual({
      unfinished: [],
      isMade: false,
    });
    await writeFile(bodyIn(ws), BODY);
    await expectObjects(session, [BASE, BODY]);
  });

  it('has nothing unfinished, and no file open, after an abort midway', async () => {
    await using ws = await tempWorkspace({ f: BASE });
    const abort = new AbortController();
    const { disk, seen } = createFaultDisk(createNodeDisk());
    const aborting = happeningOn(disk, (call) => {
      if (writesObject(call)) abort.abort();
    });
    await using engine = await testEngine(ws.root, { disk: aborting });
    const session = await stagedWith(state, await stagedSession(engine));
    const { openFiles } = seen;
    expect(await codeOf(session.shadow({ signal: abort.signal }))).toBe('ERR_STAGED_ABORTED');
    const left = { unfinished: unfinishedIn(ws), openFiles: seen.openFiles };
    expect(left).toEqual({ unfinished: [], openFiles });
    await expectObjects(session, [BASE, BODY]);
  });

  it.each([1, 3, 9])('has nothing unfinished when write %i finds the disk full', async (at) => {
    await using ws = await tempWorkspace({ f: BASE });
    await using engine = await testEngine(ws.root);
    const session = await stagedWith(state, await stagedSession(engine));
    const full = await testEngine(ws.root, { disk: fullFrom(at) });
    const error = await failureOf((await full.session('s')).shadow());
    expect(error).toMatchObject({ code: 'ERR_STAGED_IO', data: { errno: 'ENOSPC' } });
    expect(unfinishedIn(ws)).toEqual([]);
    await full.close();
    await expectObjects(session, [BASE, BODY]);
  });
});

describe('a large side', () => {
  it.each([
    ['before it is looked at', 'lstat'],
    ['while it is read', 'read'],
  ])('that a commit takes away %s is looked for again', async (_, verb) => {
    await using ws = await tempWorkspace({ f: BASE, other: 'other\n' });
    await using committing = await testEngine(ws.root);
    const session = await stagedSession(committing);
    await session.write('f', BODY);
    await session.write('other', BASE);
    let isCommitted = false;
    const disk = happeningOn(createNodeDisk(), async (call) => {
      if (isCommitted || call.verb !== verb || call.path !== bodyIn(ws)) return;
      isCommitted = true;
      await session.commit({ paths: ['f'] });
    });
    await using engine = await testEngine(ws.root, { disk });
    await expectObjects(await engine.session('s'), [Buffer.from('other\n'), BASE]);
    expect(isCommitted).toBe(true);
    expect(Buffer.from(await session.diff({ format: 'name-status' })).toString()).toBe(
      'M\tother\n',
    );
  });

  it.each<[string, Change, Buffer[]]>([
    ['becomes shorter', { verb: 'read', at: 1, make: cut }, [SHORTER]],
    ['is replaced', { verb: 'open', at: 2, make: replace }, [OTHER]],
    ['goes away', { verb: 'open', at: 2, make: rmSync }, []],
  ])('is read again when the file below %s meanwhile', async (_, change, left) => {
    await using ws = await tempWorkspace({ f: BASE, other: OTHER });
    const changing = changingDisk(ws, change);
    await using engine = await testEngine(ws.root, { disk: changing.disk });
    const session = await stagedWith('', await stagedSession(engine));
    changing.begin();
    await expectObjects(session, [...left, BODY]);
    const base = await gitOk(ws.path(SESSION_DIRECTORY), '--git-dir=shadow', 'ls-tree', 'HEAD');
    expect(base.stdout.toString()).toBe(left.map(listed).join(''));
    expect(changing.count()).toBeGreaterThanOrEqual(change.at);
  });

  it('is read again when another file takes the place of one that had changed', async () => {
    await using ws = await tempWorkspace({ f: BASE, other: OTHER });
    // Looked at, hashed, and opened to be read.
    const changing = changingDisk(ws, { verb: 'open', at: 3, make: replace });
    await using engine = await testEngine(ws.root, { disk: changing.disk });
    const session = await stagedWith('', await stagedSession(engine));
    cut(ws.path('f'));
    changing.begin();
    await expectObjects(session, [OTHER, BODY]);
    expect(existsSync(objectOf(ws, OTHER.subarray(0, SHORTER.length)))).toBe(false);
  });

  it('that never stands still is an error, and no object', async () => {
    await using ws = await tempWorkspace({ f: BASE });
    const cutting = changingDisk(ws, { verb: 'read', at: EACH, make: cut });
    await using engine = await testEngine(ws.root, { disk: cutting.disk });
    const session = await stagedWith('', await stagedSession(engine));
    cutting.begin();
    expect(await failureOf(session.shadow())).toMatchObject({
      code: 'ERR_STAGED_CONFLICT',
      message: '`f` keeps changing while it is read.',
    });
    expect(unfinishedIn(ws)).toEqual([]);
  });
});

async function stagedWith(state: string, session: Session): Promise<Session> {
  if (state === 'there') await session.shadow();
  await session.write('f', BODY);
  return session;
}

function fullFrom(at: number): Disk {
  let writes = 0;
  return happeningOn(createNodeDisk(), (call) => {
    if (writesObject(call)) writes += 1;
    if (writesObject(call) && writes >= at) throw refusal(call, 'ENOSPC');
  });
}

/** What becomes of the file below before a call on it, counted from the beginning. */
interface Change {
  readonly verb: DiskCall['verb'];
  readonly at: number;
  readonly make: (path: string) => void;
}

function cut(path: string): void {
  truncateSync(path, statSync(path).size - CUT_BYTES);
}

function replace(path: string): void {
  renameSync(join(path, '../other'), path);
}

interface ChangingDisk {
  readonly disk: Disk;
  begin(): void;
  /** How many of those calls there were. */
  count(): number;
}

function changingDisk(ws: TempWorkspace, { verb, at, make }: Change): ChangingDisk {
  let hasBegun = false;
  let count = 0;
  const disk = happeningOn(laterDisk(), (call) => {
    if (!hasBegun || call.verb !== verb || call.path !== ws.path('f')) return;
    count += 1;
    if (count === at || at === EACH) make(call.path);
  });
  const begin = (): void => {
    hasBegun = true;
  };
  return { disk, count: () => count, begin };
}

function listed(bytes: Uint8Array): string {
  return `100644 blob ${blobOid(bytes, 'sha1')}\tf\n`;
}
