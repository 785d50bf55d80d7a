import { expect, it } from 'vitest';
import { StagedFsError } from '../../../src/base/errors.ts';
import { ioError, isIoError } from '../../../src/disk/io-error.ts';
import { caught } from '../../contract/disk-probes.ts';

function refused(code: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code });
}

it('says what was tried, on what, and why it failed', () => {
  const error = ioError(refused('ENOSPC'), { verb: 'rename', path: 'a/b' });
  expect(error.toJSON()).toEqual({
    code: 'ERR_STAGED_IO',
    message: 'Could not rename `a/b`: ENOSPC, no space left on device.',
    data: { path: 'a/b', verb: 'rename', errno: 'ENOSPC' },
    hint: 'Free some space (or raise the quota) and try again; nothing staged was lost.',
  });
});

it.each(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE'])(
  'has a hint for %s',
  (errno) => {
    expect(ioError(refused(errno), { verb: 'open', path: 'x' }).hint).toMatch(/\.$/);
  },
);

it('leaves errors of ours as they are, and takes others for bugs', async () => {
  const own = new StagedFsError('ERR_STAGED_NOT_A_FILE', 'No file.');
  expect(ioError(own, { verb: 'open', path: 'x' })).toBe(own);
  const bug = await caught(() => {
    throw ioError(new TypeError('oops'), { verb: 'open', path: 'x' });
  });
  expect(bug.code).toBe('ERR_STAGED_INTERNAL');
});

it('knows its errors by the code of the operating system', () => {
  const error = ioError(refused('EEXIST'), { verb: 'link', path: 'x' });
  expect([isIoError(error, 'ENOENT', 'EEXIST'), isIoError(error, 'ENOENT')]).toEqual([true, false]);
  expect(isIoError(refused('EEXIST'), 'EEXIST')).toBe(false);
});
