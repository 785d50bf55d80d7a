import { describe, expect, it } from 'vitest';
import { LANGUAGE_IDS } from '../../../src/syntax/languages.ts';
import { fixtureSource, LIMITS, nodes, run } from './fixture.ts';

describe('the nodes of a source', () => {
  it('are told whole, breadth first', async () => {
    const place = { start_row: 0, end_row: 0 };
    expect(await nodes('json', '[1]')).toEqual([
      node([0, null], 'document', { ...place, ...columns(0, 3) }),
      node([1, 0], 'array', { ...place, ...columns(0, 3) }),
      node([2, 1], '[', { ...place, ...columns(0, 1), is_named: false }),
      node([3, 1], 'number', { ...place, ...columns(1, 2) }),
      node([4, 1], ']', { ...place, ...columns(2, 3), is_named: false }),
    ]);
  });

  it('are one of an empty source', async () => {
    const zero = { start_row: 0, end_row: 0, ...columns(0, 0) };
    expect(await nodes('typescript', '')).toEqual([node([0, null], 'program', zero)]);
  });

  it('name what is missing and what is wrong', async () => {
    const reply = await run({
      ...{ kind: 'nodes', language: 'json', source: Buffer.from('[1') },
      ...LIMITS,
    });
    expect(reply).toMatchObject({ kind: 'nodes', hadErrors: true });
    expect((await nodes('json', '] 1')).map(({ kind }) => kind)).toContain('ERROR');
  });

  it.each(LANGUAGE_IDS)('hold together: %s', async (language) => {
    const all = await nodes(language, await fixtureSource(language));
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index));
    let last = -1;
    for (const { id, parent_id, start_byte, end_byte } of all) {
      // Breadth first: children of a later node never come before those of an earlier one.
      expect(parent_id ?? -1).toBeGreaterThanOrEqual(last);
      expect(parent_id ?? -1).toBeLessThan(id);
      last = parent_id ?? -1;
      const parent = all[parent_id ?? 0];
      expect(start_byte).toBeGreaterThanOrEqual(parent?.start_byte ?? 0);
      expect(end_byte).toBeLessThanOrEqual(parent?.end_byte ?? 0);
    }
  });
});

function node(ids: readonly [number, number | null], kind: string, rest: object): object {
  return { id: ids[0], parent_id: ids[1], kind, is_named: true, ...rest };
}

/** Of a source of one row. */
function columns(start: number, end: number): object {
  return { start_byte: start, end_byte: end, start_col: start, end_col: end };
}
