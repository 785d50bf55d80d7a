import { describe, expect, it } from 'vitest';
import {
  assertNever,
  ERROR_CODES,
  errorFromJson,
  internal,
  isStagedFsError,
  StagedFsError,
} from '../../../src/base/errors.ts';
import { booleanOf, countOf, isJsonObject, stringOf } from '../../../src/base/json.ts';
import { failureOf } from './failure.ts';

describe('an error', () => {
  it('has a stable code, data, a hint and a cause', () => {
    const cause = new Error('raw');
    const error = new StagedFsError('ERR_STAGED_IO', 'It failed.', {
      path: 'a',
      verb: 'rename',
      errno: 'ENOSPC',
      hint: 'Free some space.',
      cause,
    });
    expect(error).toBeInstanceOf(Error);
    expect({ ...error.toJSON() }).toEqual({
      code: 'ERR_STAGED_IO',
      message: 'It failed.',
      data: { path: 'a', verb: 'rename', errno: 'ENOSPC' },
      hint: 'Free some space.',
    });
    expect(error.cause).toBe(cause);
    expect(error.name).toBe('StagedFsError');
  });

  it('is told by its mark, also when another copy of the package made it', () => {
    const error = new StagedFsError('ERR_STAGED_BUSY', 'Busy.');
    const foreign = { [Symbol.for('staged-fs.error')]: true, code: 'ERR_STAGED_BUSY' };
    for (const value of [error, foreign]) {
      expect(isStagedFsError(value)).toBe(true);
      expect(isStagedFsError(value, 'ERR_STAGED_BUSY')).toBe(true);
      expect(isStagedFsError(value, 'ERR_STAGED_IO')).toBe(false);
    }
    for (const value of [new Error('x'), null, undefined, 'ERR_STAGED_BUSY', {}]) {
      expect(isStagedFsError(value)).toBe(false);
    }
  });

  it('crosses a thread as JSON', () => {
    for (const hint of [undefined, 'Do this.']) {
      const options = hint === undefined ? { path: 'a' } : { path: 'a', hint };
      const error = new StagedFsError('ERR_STAGED_NOT_FOUND', 'Gone.', options);
      const revived = errorFromJson(structuredClone(error.toJSON()));
      expect(revived.toJSON()).toEqual(error.toJSON());
      expect(isStagedFsError(revived, 'ERR_STAGED_NOT_FOUND')).toBe(true);
    }
  });

  it('has a sentence for each code', () => {
    for (const [code, text] of Object.entries(ERROR_CODES)) {
      expect(code).toMatch(/^ERR_STAGED_[A-Z_]+$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('says of a bug that it is one', async () => {
    const { code, hint } = await failureOf(() => internal('Impossible.'));
    expect(code).toBe('ERR_STAGED_INTERNAL');
    expect(hint).toContain('report');
    const other = await failureOf(() => {
      Reflect.apply(assertNever, undefined, ['other']);
    });
    expect(other.message).toContain('"other"');
  });
});

describe('stored JSON', () => {
  it('is believed field by field', async () => {
    const object = { text: 'a', flag: false, count: 0, list: [], big: 2 ** 53 };
    expect(stringOf(object, 'text')).toBe('a');
    expect(booleanOf(object, 'flag')).toBe(false);
    expect(countOf(object, 'count')).toBe(0);
    for (const read of [
      () => stringOf(object, 'flag'),
      () => booleanOf(object, 'count'),
      () => countOf(object, 'text'),
      () => countOf(object, 'big'),
      () => countOf(object, 'list'),
      () => stringOf(object, 'missing'),
    ]) {
      expect((await failureOf(read)).code).toBe('ERR_STAGED_CORRUPT');
    }
    expect([object, [], null, 'x'].map(isJsonObject)).toEqual([true, false, false, false]);
  });

  it('names the field, what was expected and what was found', async () => {
    const { message, data } = await failureOf(() => countOf({ len: 'x'.repeat(500) }, 'len'));
    expect(message).toMatch(/^Expected `len` to be a whole number, got "x+\.$/);
    expect(data.found?.length).toBe(80);
    expect((await failureOf(() => stringOf({}, 'op'))).data.found).toBe('nothing');
  });
});
