import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ancestorsOf,
  isBelow,
  joinPath,
  nameOf,
  parentOf,
  parseWorkspacePath,
  ROOT_PATH,
  relativeTo,
} from '../../../src/base/workspace-path.ts';
import { anyName, anyPath } from './arbitrary.ts';
import { failureOf } from './failure.ts';

describe('a workspace path', () => {
  it.each(['', 'a', 'a/b', '...', '.a', 'a..', 'a\\b', 'a\nb', '\udce9'])('may be %j', (text) => {
    expect(parseWorkspacePath(text)).toBe(text);
  });

  it.each(['/', '/a', 'a/', 'a//b', '.', './a', 'a/.', '..', '../a', 'a/../b', 'a\0b', 7, null])(
    'is never %j',
    async (value) => {
      const { code, hint } = await failureOf(() => parseWorkspacePath(value));
      expect(code).toBe('ERR_STAGED_CORRUPT');
      expect(hint).toContain('staged-fs verify');
    },
  );

  it('is joined and taken apart again', () => {
    fc.assert(
      fc.property(anyPath, anyName, (directory, name) => {
        const path = joinPath(directory, name);
        expect(parseWorkspacePath(path)).toBe(path);
        expect(parentOf(path)).toBe(directory);
        expect(nameOf(path)).toBe(name);
        expect(relativeTo(path, directory)).toBe(name);
        expect(relativeTo(path, ROOT_PATH)).toBe(path);
        expect(isBelow(path, directory)).toBe(true);
        expect(isBelow(path, ROOT_PATH)).toBe(true);
        expect(isBelow(directory, path)).toBe(false);
        expect(isBelow(path, path)).toBe(false);
      }),
    );
  });

  it('lists its ancestors, nearest first', () => {
    expect([...ancestorsOf(parseWorkspacePath('a/b/c'))]).toEqual(['a/b', 'a', '']);
    expect([...ancestorsOf(ROOT_PATH)]).toEqual([]);
  });

  it('is not below a path that only starts alike', () => {
    expect(isBelow(parseWorkspacePath('a.b'), parseWorkspacePath('a'))).toBe(false);
    expect(isBelow(parseWorkspacePath('ab/c'), parseWorkspacePath('a'))).toBe(false);
    expect(isBelow(ROOT_PATH, ROOT_PATH)).toBe(false);
  });
});
