// Somebody has the file open: a refused rename is tried again, for a while.
import { expect, it } from 'vitest';
import { ioError } from '../../../src/disk/io-error.ts';
import { patiently } from '../../../src/disk/patience.ts';

const call = { verb: 'rename', path: '/w/a' } as const;

/** Fails that many times with `errno`, then works; tells how often it was called and waited for. */
async function tried(failures: number, errno: string): Promise<object> {
  const [pauses, calls] = [[] as number[], [] as string[]];
  const work = (): void => {
    calls.push(calls.length < failures ? errno : 'done');
    if (calls.at(-1) === errno)
      throw ioError(Object.assign(new Error('refused'), { code: errno }), call);
  };
  const outcome = await patiently(work, async (ms) => pauses.push(ms)).then(
    () => 'done',
    (error: unknown) => error,
  );
  return { outcome, calls: calls.length, pauses };
}

it.each(['EPERM', 'EBUSY'])('%s twice is overcome', async (errno) => {
  expect(await tried(2, errno)).toEqual({ outcome: 'done', calls: 3, pauses: [5, 20] });
});

it('EPERM that stays is told in the end', async () => {
  expect(await tried(50, 'EPERM')).toEqual({
    outcome: expect.objectContaining({ code: 'ERR_STAGED_IO' }) as unknown,
    calls: 4,
    pauses: [5, 20, 50],
  });
});

it('what does not pass is told at once', async () => {
  expect(await tried(1, 'ENOSPC')).toMatchObject({ calls: 1, pauses: [] });
});
