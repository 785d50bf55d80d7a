import { describe, expect, it, vi } from 'vitest';
import { createGrammars, type Grammars, loadGrammar } from '../../../src/syntax/grammars.ts';
import type { LanguageId } from '../../../src/syntax/languages.ts';
import { runSyntaxTask } from '../../../src/syntax/run-syntax-task.ts';
import type { SyntaxTask } from '../../../src/syntax/task.ts';
import { isLong, sampled } from '../../support/sampled.ts';
import { bytes, drawn, grammars, LIMITS, nodes, outline, run } from './fixture.ts';

const KINDS = ['nodes', 'symbols'] as const;
const LINES = isLong ? 50_000 : 20_000;
const LARGE = bytes('function f(a) { return [1, 2, { b: a }]; }\n'.repeat(LINES));

function task(kind: SyntaxTask['kind'], source: Uint8Array): SyntaxTask {
  return { kind, language: 'javascript', source, ...LIMITS };
}

describe.each(KINDS)('a task for %s', (kind) => {
  it('is refused when its source is too large', async () => {
    const source = bytes('let a;');
    expect(await run({ ...task(kind, source), maxBytes: 5 })).toEqual({
      kind: 'refused',
      reason: 'too_large',
    });
    expect(await run({ ...task(kind, source), maxBytes: 6 })).toMatchObject({ kind });
  });

  it('ends at its deadline', async () => {
    await run(task(kind, bytes('')));
    expect(await run({ ...task(kind, LARGE), deadlineMs: 50 })).toEqual({
      kind: 'refused',
      reason: 'timed_out',
    });
  });

  it('ends when it is cancelled, at whatever point', async () => {
    const small = task(kind, bytes('function f() { return [1, 2, 3]; }\n'.repeat(300)));
    for (const patience of [0, 1, 10, 100]) {
      let asked = 0;
      const isCancelled = (): boolean => asked++ >= patience;
      const reply = await runSyntaxTask(small, { grammars, isCancelled });
      expect([patience, reply]).toEqual([patience, { kind: 'refused', reason: 'cancelled' }]);
    }
    expect(await run(small)).toMatchObject({ kind, hadErrors: false });
  });
});

describe('a hard source', () => {
  it('of many lines has all its functions', async () => {
    const { items, hadErrors } = await outline('javascript', LARGE);
    expect([items.length, hadErrors]).toEqual([LINES, false]);
    expect(drawn(items.slice(-1))).toEqual([`f ${LINES - 1}-${LINES - 1}`]);
  });

  const BRACKETS = [
    ['javascript', '[', ']'],
    ['javascript', '(', ')'],
    ['json', '[', ']'],
    ['python', '(', ')'],
    ['c', '{', '}'],
    ['css', 'a{', '}'],
    ['html', '<div>', '</div>'],
  ] as const;

  it.each(sampled(BRACKETS, 3))(
    'of 10,000 brackets does not overflow: %s %s',
    async (language, open, close) => {
      const whole = `${open.repeat(10_000)}${close.repeat(10_000)}`;
      expect((await nodes(language, whole)).length).toBeGreaterThan(20_000);
      await outline(language, whole);
      await outline(language, open.repeat(10_000));
      await outline(language, close.repeat(10_000));
    },
  );

  it.each([
    ['markdown', '> ', 1],
    ['markdown', '- ', 1],
    ['yaml', '- ', 1],
    ['yaml', '? ', 1],
    ['markdown', '  ', '- a'],
    ['markdown', '\t', '- a'],
    ['yaml', ' ', 'a:'],
  ] as const)('nested too deep for its grammar is read in part: %s %j', async (...given) => {
    const [language, nest, entry] = given;
    const lines = Array.from({ length: 1000 }, (_, level) => `${nest.repeat(level)}${entry}\n`);
    expect((await nodes(language, lines.join(''))).at(0)).toMatchObject({ end_row: 1000 });
    // Not ruined by the last parse.
    expect(await outline('json', '{"a": 1}')).toMatchObject({ items: [{ name: 'a' }] });
  });

  it('of nested functions is folded', async () => {
    const source = `${'function f() {\n'.repeat(1000)}${'}\n'.repeat(1000)}`;
    const { items } = await outline('javascript', source);
    expect(JSON.stringify(items).match(/"name"/g)).toHaveLength(1000);
    expect(drawn((await outline('javascript', source, 2)).items)).toEqual([
      'f 0-1999',
      '  f 1-1998',
    ]);
  });
});

describe('an outline query', () => {
  it('is compiled only for a task that wants symbols', async () => {
    const compiled: LanguageId[] = [];
    const noting: Grammars = {
      grammarOf: async (id) => await grammars.grammarOf(id),
      async outlineQueryOf(id) {
        compiled.push(id);
        return await grammars.outlineQueryOf(id);
      },
    };
    const source = bytes('let a;');
    const kinds: unknown[] = [];
    for (const kind of KINDS) {
      kinds.push((await runSyntaxTask(task(kind, source), { grammars: noting })).kind);
      kinds.push(compiled.length);
    }
    expect(kinds).toEqual(['nodes', 0, 'symbols', 1]);
  });
});

describe('grammars', () => {
  it('are read once, and again after a failure', async () => {
    const read = vi.fn(async (): Promise<Uint8Array> => await Promise.reject(new Error('gone')));
    const broken = createGrammars(read);
    await expect(broken.grammarOf('go')).rejects.toThrow('gone');
    await expect(broken.grammarOf('go')).rejects.toThrow('gone');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('that are none reject with ERR_STAGED_INTERNAL', async () => {
    const loading = loadGrammar(bytes('no wasm'));
    await expect(loading).rejects.toMatchObject({ code: 'ERR_STAGED_INTERNAL' });
  });

  it('are shared by languages that have the same', async () => {
    expect(await grammars.grammarOf('jsx')).toBe(await grammars.grammarOf('javascript'));
  });
});

// Last: what this ruins is ruined for the whole thread.
describe('a source that crashes its grammar', () => {
  it('is refused', async () => {
    const source = bytes(`val a = ${'"${'.repeat(1500)}1${'}"'.repeat(1500)}`);
    expect(await run({ kind: 'symbols', language: 'kotlin', source, ...LIMITS })).toEqual({
      kind: 'refused',
      reason: 'crashed',
    });
  });
});
