import { describe, expect, it } from 'vitest';
import {
  directoryNameOf,
  hashedDirectoryNameOf,
  isMode,
  parseSessionId,
} from '../../../src/base/ids.ts';
import { failureOf } from './failure.ts';

function nameFor(id: string): string {
  return directoryNameOf(parseSessionId(id));
}

describe('a session id', () => {
  it.each(['', ' ', '\t\n', '\ud800', 7, undefined, null])('is never %j', async (value) => {
    const { code, data } = await failureOf(() => parseSessionId(value));
    expect(code).toBe('ERR_STAGED_INVALID_ARGUMENT');
    expect(data).toEqual({ argument: 'sessionId' });
  });

  it('that is not well formed is refused for that', async () => {
    const { message } = await failureOf(() => parseSessionId('s\ud800'));
    expect(message).toBe('Expected `sessionId` to be text that UTF-8 can hold, got "s\\ud800".');
  });

  it.each(['s-7', 'abc-123_v2.0', '.hidden', '...a', 'A', '__proto__'])(
    '%j keeps its name',
    (id) => {
      expect(nameFor(id)).toBe(id);
    },
  );

  it.each([
    ['a/b', 'a_b'],
    ['a b', 'a_b'],
    ['..', '..'],
    ['.', '.'],
    ['\u00e9', '_'],
    ['\u{1f600}', '_'],
    ['a\\..\\b', 'a_.._b'],
    ['.gitignore', '.gitignore'],
    ['.Commit.Lock', '.Commit.Lock'],
    ['.lock-kind', '.lock-kind'],
  ])('%j gets a hashed one', (id, mapped) => {
    expect(nameFor(id)).toMatch(/^[A-Za-z0-9._-]+-[0-9a-f]{12}$/);
    expect(nameFor(id).slice(0, -13)).toBe(mapped);
  });

  it('has the hash of the reference', () => {
    // printf '..' | sha256sum
    expect(nameFor('..')).toBe('..-5ec1f7e700f3');
  });

  it('fits the longest file name', () => {
    expect(nameFor('x'.repeat(255))).toBe('x'.repeat(255));
    for (const length of [256, 5000]) expect(nameFor('x'.repeat(length))).toHaveLength(255);
    expect(nameFor(`${'x'.repeat(300)}a`)).not.toBe(nameFor(`${'x'.repeat(300)}b`));
  });

  it('can be hashed where its plain name is taken', () => {
    expect(hashedDirectoryNameOf(parseSessionId('A'))).toMatch(/^A-[0-9a-f]{12}$/);
    expect(hashedDirectoryNameOf(parseSessionId('A'))).not.toBe(
      hashedDirectoryNameOf(parseSessionId('a')),
    );
  });
});

describe('a mode', () => {
  it('is one of two', () => {
    expect(['immediate', 'staged', 'Staged', '', null, 1].map(isMode)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
