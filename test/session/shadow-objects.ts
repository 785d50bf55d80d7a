// The objects of a session's shadow repository as they are on disk.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { digestOf } from '../../src/base/digest.ts';
import { blobOid } from '../../src/diff/blob-oid.ts';
import type { Disk } from '../../src/disk/disk.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import { expectWhole } from '../differential/shadow-repository.ts';
import { type DiskCall, wrapDisk } from '../support/counting-disk.ts';
import { gitOk } from '../support/git.ts';
import type { TempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY } from '../support/test-engine.ts';

/** A file of the workspace, and a body staged over it: too large to be read whole. */
export const BASE: Buffer = Buffer.alloc(3 * 1024 * 1024, 'what was there\n');
export const BODY: Buffer = randomBytes(3 * 1024 * 1024 + 1);

/** Where that body is kept. */
export function bodyIn(ws: TempWorkspace): string {
  return ws.path(`${SESSION_DIRECTORY}/bodies/${digestOf(BODY)}`);
}

/** The names of objects not finished, in any repository there, and of repositories not finished. */
export function unfinishedIn(ws: TempWorkspace): string[] {
  const names = readdirSync(ws.path(SESSION_DIRECTORY), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /tmp_obj_|^shadow\.[0-9a-f]+$/.test(name));
}

/** Where the object of these bytes is. */
export function objectOf(ws: TempWorkspace, bytes: Uint8Array): string {
  const oid = blobOid(bytes, 'sha1');
  return ws.path(`${SESSION_DIRECTORY}/shadow/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
}

/** Expects the shadow to have these bytes, and git to find each of its objects whole. */
export async function expectObjects(
  session: Session,
  contents: readonly Uint8Array[],
): Promise<void> {
  const { gitDir } = await session.shadow();
  for (const bytes of contents) {
    const oid = blobOid(bytes, 'sha1');
    const { stdout } = await gitOk('/', '--git-dir', gitDir, 'cat-file', '-s', oid);
    expect(stdout.toString()).toBe(`${bytes.length}\n`);
  }
  await expectWhole(gitDir);
}

/** Has something happen before each call of `disk`. */
export function happeningOn(disk: Disk, happen: (call: DiskCall) => void | Promise<void>): Disk {
  return wrapDisk(disk, {
    async call(call, run) {
      await happen(call);
      return await run();
    },
  });
}

/** Whether a call writes into an object that is not finished. */
export function writesObject({ verb, path }: DiskCall): boolean {
  return verb === 'write' && path.includes('/tmp_obj_');
}

/** A disk for which what a test has just made is old enough to be believed by its stat. */
export function laterDisk(): Disk {
  return createNodeDisk({ clock: { now: () => systemClock.now() + 3_600_000 } });
}
