import { LANGUAGES, type LanguageId, type Misread } from './languages.ts';

/**
 * Lines that open or continue more than 120 blocks: `> > - - x`, or x behind 121 spaces. The
 * scanners of Markdown and YAML keep 4 bytes a block in a buffer of 1 KiB and do not look where it
 * ends: from 250 blocks they ruin the memory of every later parse of the thread. A tab may stand
 * for two blocks.
 */
const TOO_DEEP = /^(?:[ \t>]|[-*+?:](?=[ \t]|$)|\d{1,9}[.)](?=[ \t])){121}.*$/gm;

const TYPE = String.raw`(?:void|bool|char|short|int|long|float|double|unsigned|\w+_t)`;

/**
 * Macros where a C grammar wants something else, each where nothing but a macro can stand:
 *
 * - `EXPORT` of `class EXPORT A {`
 * - a call that is a whole line without `;`, `DECLARE_STACK(A)`; not when a body follows, as that of
 *   `TEST(A, b)` does
 * - `EXPORT` of `EXPORT int f(void);` and `CALL` of `int CALL f(void);`
 * - `__THROW __nonnull ((1))` between a parameter list and its `;`
 */
const MACROS = [
  /(?<=^[ \t]*(?:template[^;{\n]{0,300}>[ \t]*)?(?:class|struct)[ \t]+)[A-Z][A-Z0-9_]*(?=[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*(?:\{|:[^:]))/gm,
  /^[A-Z][A-Z0-9_]*\([^;{}()\n\\]*\)[ \t]*$(?!\s*[{:])/gm,
  new RegExp(String.raw`^[A-Z][A-Z0-9_]+(?=[ \t]+(?:const[ \t]+)?${TYPE}\b)`, 'gm'),
  new RegExp(String.raw`(?<=(?:\b${TYPE}|\*)[ \t]+)[A-Z][A-Z0-9_]+(?=[ \t]+\w+[ \t]*\()`, 'g'),
  /(?<=\))(?:\s+__\w+(?:[ \t]*\([^;{}()]*(?:\([^;{}()]*\)[^;{}()]*){0,8}\))?){1,8}(?=\s*;)/g,
];

/** `fun interface A {`, which the grammar takes for a function: `fun` adds nothing to an outline. */
const FUN_INTERFACE = /\bfun(?=[ \t]+interface[ \t]+\w)/g;

const MISREAD: Readonly<Record<Misread, readonly RegExp[]>> = {
  'deep nesting': [TOO_DEEP],
  macros: MACROS,
  'fun interfaces': [FUN_INTERFACE],
};

/** The text to parse instead of `text`, with every place of it where it was. */
export function repaired(text: string, language: LanguageId): string {
  const { needsLastLineEnd, misreads } = LANGUAGES[language];
  const patterns = misreads === undefined ? [] : MISREAD[misreads];
  const legible = patterns.reduce((all, pattern) => all.replace(pattern, blank), text);
  return needsLastLineEnd === true && !text.endsWith('\n') ? `${legible}\n` : legible;
}

function blank(misread: string): string {
  return misread.replace(/[^\r\n]/g, ' ');
}
