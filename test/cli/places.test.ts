import { describe, expect, it } from 'vitest';
import { placesOf } from '../../src/cli/places.ts';
import { printableMessage, printablePath } from '../../src/cli/printable.ts';

const root = '/w/repo';

describe('an argument', () => {
  it.each([
    ['/w/repo', 'a', '/w/repo/a'],
    ['/w/repo/src', 'a', '/w/repo/src/a'],
    ['/w/repo/src', '../a', '/w/repo/a'],
    ['/w/repo/src', '.', '/w/repo/src'],
    ['/w/repo/src', '/etc/x', '/etc/x'],
    ['/elsewhere', 'a', '/w/repo/a'],
    ['/w/repository', 'a', '/w/repo/a'],
    ['/w/repo/..dots', 'a', '/w/repo/..dots/a'],
  ])('in %s: %s is %s', (cwd, argument, path) => {
    expect(placesOf({ root, spelledRoot: root, cwd }).absolute(argument)).toBe(path);
  });

  it('may go through the workspace as the user spelled it', () => {
    const places = placesOf({ root, spelledRoot: '/link', cwd: '/' });
    expect(places.insideWorkspace('/link/a')).toBe('a');
    expect(places.insideWorkspace('/w/repo/a')).toBe('a');
    expect(places.insideWorkspace('/other/a')).toBeUndefined();
  });
});

describe('a path is shown', () => {
  it.each([
    ['/w/repo', 'src/a', 'src/a'],
    ['/w/repo/src', 'src/a', 'a'],
    ['/w/repo/src', 'b', '../b'],
    ['/w/repo/src', 'src', '.'],
    ['/elsewhere', 'src/a', 'src/a'],
  ])('in %s: %s as %s', (cwd, path, shown) => {
    expect(placesOf({ root, spelledRoot: root, cwd }).shown(path)).toBe(shown);
  });

  it.each([
    ['é 日', 'é 日'],
    ['a"b', '"a\\"b"'],
    ['tab\there', '"tab\\there"'],
    ['esc\u001b[31m', '"esc\\u001b[31m"'],
    ['turn\u202Earound', '"turn\\u202earound"'],
    ['back\\slash', 'back\\slash'],
    ['back\\slash\n', '"back\\\\slash\\n"'],
  ])('%j as %s', (path, shown) => {
    expect(printablePath(path)).toBe(shown);
  });

  it('in a message keeps its lines and loses its escape sequences', () => {
    expect(printableMessage('one\ntwo \u001b]0;x\u0007')).toBe('one\ntwo \\u001b]0;x\\u0007');
  });
});
