// What the model-based test does, and how often.
import * as fc from 'fast-check';

export type Who = 0 | 1;

interface BySession {
  /** Which of the two sessions. */
  readonly session: Who;
  /** Which of two engines, as two processes would have it. */
  readonly engine: Who;
}

export type Step =
  | (BySession & {
      readonly do: 'write';
      readonly path: string;
      readonly content: string;
      readonly fileMode: '100644' | '100755' | undefined;
      readonly overwrite: boolean;
    })
  | (BySession & { readonly do: 'link'; readonly path: string; readonly target: string })
  | (BySession & { readonly do: 'remove'; readonly path: string; readonly recursive: boolean })
  | (BySession & {
      readonly do: 'patch';
      readonly path: string;
      readonly text: string;
      readonly isStale: boolean;
    })
  | (BySession & {
      readonly do: 'commit' | 'discard';
      readonly paths: readonly string[] | undefined;
    })
  | (BySession & { readonly do: 'mode'; readonly mode: 'immediate' | 'staged' })
  | { readonly do: 'edit'; readonly path: string; readonly content: string | undefined }
  | { readonly do: 'edit-link'; readonly path: string; readonly target: string }
  | { readonly do: 'reopen' };

/** File and directory by turns, shared prefixes, twins by normal form and by case. */
export const PATHS: readonly string[] = [
  'a',
  'a.b',
  'a/b',
  'a/b/c',
  'a/b.c',
  'd',
  'd/e',
  'd/e/f',
  'd/g',
  'd-',
  'l',
  'l/x',
  'A',
  ' s p ',
  'é',
  'e\u0301',
  '日本/語',
  '__proto__',
  '.hidden',
  'line\nbreak"\\',
];

const TARGETS: readonly string[] = ['a', 'd', 'd/e', 'b', 'l', 'nothing', 'd/../a', './d//e'];

const path = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PATHS.slice(0, 9)) },
  { weight: 2, arbitrary: fc.constantFrom(...PATHS) },
);
const content = fc.oneof(
  fc.constantFrom('', 'one\n', 'one\r\n', 'two', '\u0000\u00ff', 'é'),
  fc.string({ maxLength: 12, unit: 'binary' }),
);
const text = fc.constantFrom('', 'one\n', 'two', 'three\n');
const who = fc.constantFrom<Who>(0, 0, 0, 1);
const by = { session: who, engine: fc.constantFrom<Who>(0, 1) };
const some = fc.uniqueArray(path, { minLength: 1, maxLength: 4 });
const all = fc.constant(undefined);

/** One arbitrary a kind of step, repeated as often as it shall weigh. */
export const steps: readonly fc.Arbitrary<Step>[] = [
  ...times(6, () =>
    fc.record({
      do: fc.constant('write'),
      ...by,
      path,
      content,
      fileMode: fc.constantFrom(undefined, undefined, '100644', '100755'),
      overwrite: fc.constantFrom(true, true, true, false),
    }),
  ),
  fc.record({ do: fc.constant('link'), ...by, path, target: fc.constantFrom(...TARGETS) }),
  ...times(4, () => fc.record({ do: fc.constant('remove'), ...by, path, recursive: fc.boolean() })),
  ...times(2, () =>
    fc.record({ do: fc.constant('patch'), ...by, path, text, isStale: fc.boolean() }),
  ),
  fc.record({ do: fc.constant('commit'), ...by, paths: all }),
  ...times(2, () => fc.record({ do: fc.constant('commit'), ...by, paths: some })),
  fc.record({ do: fc.constant('discard'), ...by, paths: fc.oneof(some, some, all) }),
  fc.record({ do: fc.constant('mode'), ...by, mode: fc.constantFrom('immediate', 'staged') }),
  ...times(2, () =>
    fc.record({ do: fc.constant('edit'), path, content: fc.option(content, { nil: undefined }) }),
  ),
  fc.record({ do: fc.constant('edit-link'), path, target: fc.constantFrom(...TARGETS) }),
  fc.constant({ do: 'reopen' } as const),
];

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
