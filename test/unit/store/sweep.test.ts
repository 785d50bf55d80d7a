import { readdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sweep } from '../../../src/store/sweep.ts';
import { type BodyFinding, verify } from '../../../src/store/verify.ts';
import { LARGE, SMALL, storeFixture, textBody } from './fixture.ts';

const OTHER = textBody('other');

describe('sweeping', () => {
  it('removes what nobody names, and nothing else', async () => {
    await using fixture = await storeFixture();
    const { store } = fixture;
    for (const { digest, bytes } of [SMALL, OTHER]) await store.put(digest, bytes);
    await fixture.workspace.write('bodies/not-a-digest', 'kept');
    expect(await sweep(fixture, new Set([SMALL.digest]))).toEqual({
      bodies: [OTHER.digest],
      temporary: [],
    });
    expect((await readdir(fixture.workspace.path('bodies'))).toSorted()).toEqual(
      [SMALL.digest, 'not-a-digest'].toSorted(),
    );
    await store.put(OTHER.digest, OTHER.bytes);
    await store.assertWhole(OTHER.digest, OTHER.size);
  });

  it('finds nothing where nothing was ever stored', async () => {
    await using fixture = await storeFixture();
    expect(await sweep(fixture, new Set())).toEqual({ bodies: [], temporary: [] });
  });

  it.each(['native', 'pid'] as const)(
    'leaves alone what another owner is receiving, until it is gone (%s locks)',
    async (lockKind) => {
      await using fixture = await storeFixture({ lockKind });
      const other = fixture.process();
      const mine = await fixture.store.receive([SMALL.bytes]);
      const theirs = await other.store.receive([LARGE.bytes]);
      expect(await fixture.temporary.sweep()).toEqual([]);
      expect(await other.temporary.sweep()).toEqual([]);
      // As if it had died: its lock is free, its file stays.
      await other.temporary.close();
      expect(await fixture.temporary.sweep()).toEqual([theirs.path.split('/').at(-1)]);
      await mine.publish();
      await fixture.temporary.close();
      expect(await readdir(fixture.workspace.path('tmp'))).toEqual([]);
    },
  );

  it('takes files without an owner', async () => {
    await using fixture = await storeFixture();
    await fixture.workspace.write('tmp/1-2-3.7', 'left');
    expect(await fixture.temporary.sweep()).toEqual(['1-2-3.7']);
    expect(await readdir(fixture.workspace.path('tmp'))).toEqual([]);
  });

  it('can receive again after a close', async () => {
    await using fixture = await storeFixture();
    await (await fixture.store.receive([SMALL.bytes])).discard();
    await fixture.temporary.close();
    const received = await fixture.store.receive([SMALL.bytes]);
    expect(await fixture.process().temporary.sweep()).toEqual([]);
    await received.publish();
  });
});

describe('verifying', () => {
  it('names what is missing, damaged, or named by nobody', async () => {
    await using fixture = await storeFixture();
    const { store } = fixture;
    const gone = textBody('gone');
    for (const { digest, bytes } of [SMALL, OTHER]) await store.put(digest, bytes);
    await (await store.receive([LARGE.bytes])).publish();
    const expected = new Map([SMALL, LARGE, gone].map(({ digest, size }) => [digest, size]));
    const findings = async () => {
      const found: BodyFinding[] = [];
      for await (const finding of verify(store, expected)) found.push(finding);
      return found;
    };
    const missing = { kind: 'missing', digest: gone.digest };
    const unreferenced = { kind: 'unreferenced', digest: OTHER.digest };
    expect(await findings()).toEqual([missing, unreferenced]);
    await writeFile(store.pathOf(SMALL.digest), 'hullo');
    await writeFile(store.pathOf(LARGE.digest), Buffer.alloc(LARGE.size));
    expect(await findings()).toEqual([
      { kind: 'corrupt', digest: SMALL.digest },
      { kind: 'corrupt', digest: LARGE.digest },
      missing,
      unreferenced,
    ]);
  });

  it('B1: reads every body again, also one it has read before', async () => {
    await using fixture = await storeFixture();
    await (await fixture.store.receive([LARGE.bytes])).publish();
    await fixture.store.assertWhole(LARGE.digest, LARGE.size);
    fixture.hashed.length = 0;
    for await (const finding of verify(fixture.store, new Map([[LARGE.digest, LARGE.size]]))) {
      expect(finding).toBeUndefined();
    }
    expect(fixture.hashed).toHaveLength(1);
  });
});
