import { StagedFsError } from '../base/errors.ts';

/** What may stand before the pattern of a pathspec. */
export type Magic = 'exclude' | 'glob' | 'icase' | 'literal' | 'top';

/** A pathspec, taken apart. */
export interface Spelled {
  readonly magic: ReadonlySet<Magic>;
  readonly pattern: string;
}

/** Splits `:(exclude,glob)pattern` and the short forms `:!pattern`, `:^pattern`, `:/pattern`. */
export function splitMagic(text: string): Spelled {
  // Usually a variable that was never set: everything is the last thing it should mean.
  if (text === '') throw empty();
  // "There is no pathspec": everything here.
  if (text === ':') return { magic: new Set(), pattern: '.' };
  if (!text.startsWith(':')) return { magic: new Set(), pattern: text };
  return text.startsWith(':(') ? splitWords(text) : splitSigns(text);
}

const WORDS: ReadonlyMap<string, Magic> = new Map(
  (['exclude', 'glob', 'icase', 'literal', 'top'] as const).map((word) => [word, word]),
);

function splitWords(text: string): Spelled {
  const [whole = '', words = ''] = /^:\(([^)]*)\)/.exec(text) ?? [];
  const magic = new Set<Magic>();
  for (const word of words.split(',').filter((some) => some !== '')) {
    const known = WORDS.get(word);
    if (known === undefined) throw unsupported(text);
    magic.add(known);
  }
  const clash = magic.has('glob') && magic.has('literal');
  if (whole === '' || clash) throw unsupported(text);
  return { magic, pattern: text.slice(whole.length) };
}

const SIGNS: ReadonlyMap<string, Magic> = new Map([
  ['/', 'top'],
  ['!', 'exclude'],
  ['^', 'exclude'],
]);

// A colon may end the signs. Git keeps the signs it does not use yet; a name that starts with one
// of those takes that colon, or the long form.
const SHORT = /^:([/!^]+)(?::|(?!["#%&',\-;<=>@_`~]))/;

function splitSigns(text: string): Spelled {
  const [whole = '', signs = ''] = SHORT.exec(text) ?? [];
  if (whole === '') throw unsupported(text);
  const magic = Array.from(signs, (sign) => SIGNS.get(sign)).filter((some) => some !== undefined);
  return { magic: new Set(magic), pattern: text.slice(whole.length) };
}

function empty(): StagedFsError {
  return new StagedFsError('ERR_STAGED_INVALID_ARGUMENT', 'An empty string is no pathspec.', {
    argument: 'path',
    hint: 'Use `.` to mean everything here, or leave the path out.',
  });
}

function unsupported(text: string): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `The pathspec ${JSON.stringify(text)} has magic that is not supported.`,
    {
      argument: 'path',
      hint: 'Use `:(exclude)` or `:!`, `:(glob)`, `:(literal)`, `:(icase)`, `:(top)` or `:/`; for a name that starts with a colon, `./:name`.',
    },
  );
}
