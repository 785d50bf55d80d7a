// What does not fit into the fixture of its language: one file has one form of it.
import { expect, it } from 'vitest';
import type { OutlineItem } from '../../../src/syntax/outline.ts';
import { outline } from './fixture.ts';

it.each([
  [
    'csharp',
    'namespace Shop;\n\nclass A\n{\n    void B() { }\n}\n\nenum C { D }\n',
    ['module Shop 0-7', '  class A 2-5', '    method B 4-4', '  enum C 7-7'],
  ],
  [
    'php',
    '<?php\nnamespace A {\n    const B = 1;\n    function c() {}\n}\n',
    ['module A 1-4', '  variable B 2-2', '  function c 3-3'],
  ],
] as const)('an outline of %s: %j', async (language, source, expected) => {
  const { items, hadErrors } = await outline(language, source);
  expect({ lines: drawn(items), hadErrors }).toEqual({ lines: expected, hadErrors: false });
});

function drawn(items: readonly OutlineItem[], indent = ''): string[] {
  return items.flatMap(({ kind, name, start_row, end_row, children }) => [
    `${indent}${kind} ${name} ${start_row}-${end_row}`,
    ...drawn(children, `${indent}  `),
  ]);
}
