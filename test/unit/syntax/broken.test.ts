// Sources that are cut or half written keep what was whole before the break, as what it was.
import { describe, expect, it } from 'vitest';
import type { OutlineItem } from '../../../src/syntax/outline.ts';
import { outline } from './fixture.ts';

describe('a source that breaks off', () => {
  it.each([
    [
      'cpp',
      'namespace n {\nclass A : public B {\npublic:\n  A();\n  ~A();\n  int *c() const;\n  int d() {\n',
      ['module n', '  class A', '    method A', '    method ~A', '    method c'],
    ],
    [
      'cpp',
      'int a();\nstruct B {\n  int c() { return 1; }\n',
      ['function a', 'struct B', '  method c'],
    ],
    [
      'c',
      'int a(void);\nstruct b { int c; };\nint d(void) {\n  if (x) {\n',
      ['function a', 'struct b'],
    ],
  ] as const)('keeps its symbols: %s %j', async (language, source, expected) => {
    const { items, hadErrors } = await outline(language, source);
    expect({ lines: drawn(items), hadErrors }).toEqual({ lines: expected, hadErrors: true });
  });
});

function drawn(items: readonly OutlineItem[], indent = ''): string[] {
  return items.flatMap(({ kind, name, children }) => [
    `${indent}${kind} ${name}`,
    ...drawn(children, `${indent}  `),
  ]);
}
