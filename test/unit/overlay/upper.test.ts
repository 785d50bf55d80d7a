import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../src/base/compare-bytes.ts';
import { type Entry, type PlacedEntry, sizeOf } from '../../../src/base/entry.ts';
import type { StateChange } from '../../../src/base/state-change.ts';
import { parseWorkspacePath, ROOT_PATH } from '../../../src/base/workspace-path.ts';
import { Upper } from '../../../src/overlay/upper.ts';
import { last } from '../../support/steps.ts';
import { anyChange, anyDigest, anyEntry, RUNS } from '../base/arbitrary.ts';
import { segmentStateOf, stateAfter } from '../journal/fixture.ts';

const MANY = 3000;
const [SOME] = fc.sample(anyEntry, { numRuns: 1, seed: 1 });

describe('a large change', () => {
  const kept = placed('kept', MANY);
  const gone = placed('gone', MANY);
  const come = placed('come', MANY);
  const changes: readonly (readonly [string, StateChange, readonly PlacedEntry[]])[] = [
    ['puts', { put: come }, [...come, ...gone, ...kept]],
    ['drops', { drop: gone.map(({ path }) => path) }, kept],
    ['clears', { clear: [parseWorkspacePath('gone')] }, kept],
    ['replaces', { reset: true, put: come }, come],
  ];

  it.each(changes)('comes in steps, none of which shows a part of it: %s', (_, change, after) => {
    const upper = new Upper();
    apply(upper, { put: [...gone, ...kept] });
    const before = upper.entries();
    let steps = 0;
    for (const _step of upper.applying(change)) {
      steps += 1;
      expect([upper.size, upper.hasBelow(parseWorkspacePath('come'))]).toEqual([2 * MANY, false]);
      expect(upper.entries().length).toBe(2 * MANY);
    }
    expect(steps).toBeGreaterThan(MANY / 256);
    expect(upper.entries()).toEqual(inOrder(after));
    expect(before).toEqual(inOrder([...gone, ...kept]));
  });

  it('that is given up half-way has changed nothing', () => {
    const upper = new Upper();
    apply(upper, { put: gone });
    const steps = upper.applying({ drop: gone.map(({ path }) => path), put: come });
    steps.next();
    steps.return([]);
    expect(upper.entries()).toEqual(inOrder(gone));
  });
});

it('holds what a plain map would, with its references counted', () => {
  const many = fc.array(fc.tuple(anyDigest, anyEntry), { minLength: 300, maxLength: 320 });
  const large = many.map((entries): StateChange => {
    const put = entries.map(([digest, entry], n) => ({
      path: parseWorkspacePath(`large/${n}`),
      entry: entry.kind === 'write' ? { ...entry, digest } : entry,
    }));
    return { put };
  });
  const one = fc.oneof({ weight: 8, arbitrary: anyChange }, large).map(withSmallSizes);
  const anyChanges = fc.array(one, { maxLength: 12 });
  fc.assert(
    fc.property(anyChanges, (changes) => {
      const upper = new Upper();
      for (const change of changes) apply(upper, change);
      const { entries } = segmentStateOf(stateAfter(changes));
      expect(upper.entries()).toEqual(inOrder(entries));
      expect(upper.totalBytes).toBe(entries.reduce((sum, { entry }) => sum + sizeOf(entry), 0));
      for (const { entry } of entries) expectCounted(upper, entries, entry);
    }),
    { numRuns: RUNS / 4 },
  );
});

describe('children', () => {
  it('are found in steps, as they were when they were asked for', () => {
    const upper = new Upper();
    apply(upper, { put: [...placed('flat', MANY), ...placed('flat/deep', MANY)] });
    const steps = upper.children(parseWorkspacePath('flat'));
    apply(upper, { reset: true });
    let count = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        expect(step.value.size).toBe(MANY + 1);
        expect(step.value.get('deep')).toMatchObject({ entry: undefined, hasBelow: true });
        break;
      }
      count += 1;
    }
    expect(count).toBeGreaterThan(MANY / 512);
  });

  it('may have entries of their own and below, whatever sorts between', () => {
    const upper = new Upper();
    const names = ['a', 'a.b', 'a/b', 'a/c/d', 'a0', 'b/c'];
    apply(upper, { put: names.map((name) => entryAt(name)) });
    const children = [...last(upper.children(ROOT_PATH)).values()];
    expect(children.map(({ name, hasBelow }) => [name, hasBelow])).toEqual([
      ['a', true],
      ['a.b', false],
      ['a0', false],
      ['b', true],
    ]);
    expect(children.map(({ entry }) => entry !== undefined)).toEqual([true, true, true, false]);
  });
});

// Their sum stays exact.
function withSmallSizes(change: StateChange): StateChange {
  const put = change.put?.map(({ path, entry }) => {
    return { path, entry: entry.kind === 'write' ? { ...entry, size: entry.size % 999 } : entry };
  });
  return put === undefined ? change : { ...change, put };
}

function placed(directory: string, count: number): PlacedEntry[] {
  return Array.from({ length: count }, (_, n) => entryAt(`${directory}/${n}`));
}

function entryAt(name: string): PlacedEntry {
  if (SOME === undefined) throw new Error('There is no entry.');
  return { path: parseWorkspacePath(name), entry: SOME };
}

function inOrder(entries: readonly PlacedEntry[]): PlacedEntry[] {
  return entries.toSorted((left, right) => compareBytes(left.path, right.path));
}

function apply(upper: Upper, change: StateChange): void {
  last(upper.applying(change));
}

function expectCounted(upper: Upper, all: readonly PlacedEntry[], entry: Entry): void {
  if (entry.kind !== 'write') return;
  const naming = all.filter(
    (each) => each.entry.kind === 'write' && each.entry.digest === entry.digest,
  );
  expect(upper.bodyReferences(entry.digest)).toBe(naming.length);
}
