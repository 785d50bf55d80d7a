import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../../../src/diff/lines/line-diff.ts';
import { findDifferences } from '../../../../src/diff/lines/myers.ts';
import { lines } from '../changes.ts';

const someText = fc
  .tuple(fc.array(fc.constantFrom('', 'a', 'b', '  c', '}', '\tend', 'long line')), fc.boolean())
  .map(([texts, isWhole]) => (isWhole ? lines(...texts) : texts.join('\n')));

test('putting the after lines of each change in the place of its before lines gives the after text', () => {
  fc.assert(
    fc.property(someText, someText, fc.constantFrom(0, 3), (before, after, context) => {
      const diff = diffLines(Buffer.from(before), Buffer.from(after), context);
      const old = splitText(before);
      const young = splitText(after);
      for (const change of diff.changes.toReversed()) {
        const added = young.slice(change.afterStart, change.afterStart + change.afterCount);
        old.splice(change.beforeStart, change.beforeCount, ...added);
      }
      expect(old.join('')).toBe(after);
    }),
    { numRuns: 500 },
  );
});

test('a script of few edits is the shortest there is', () => {
  const sequence = fc.array(fc.nat(3), { maxLength: 25 });
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      let edits = 0;
      const count = (): void => {
        edits += 1;
      };
      findDifferences(Int32Array.from(a), Int32Array.from(b), { removed: count, added: count });
      expect(edits).toBe(shortestScript(a, b));
    }),
    { numRuns: 500 },
  );
});

test('a changed block slides to where the indentation breaks', () => {
  const block = (name: string): string => lines(`def ${name}`, '  work', 'end', '');
  const diff = diffLines(
    Buffer.from(block('a') + block('c')),
    Buffer.from(block('a') + block('b') + block('c')),
    3,
  );
  expect(diff.changes).toEqual([{ beforeStart: 4, beforeCount: 0, afterStart: 4, afterCount: 4 }]);
});

function splitText(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function shortestScript(a: readonly number[], b: readonly number[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [x, left] of a.entries()) {
    const next = [x + 1];
    for (const [y, right] of b.entries()) {
      const byEdit = 1 + Math.min(next[y] ?? 0, row[y + 1] ?? 0);
      next.push(left === right ? Math.min(row[y] ?? 0, byEdit) : byEdit);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
