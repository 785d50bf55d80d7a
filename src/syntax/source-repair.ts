import { LANGUAGES, type LanguageId } from './languages.ts';

/**
 * Lines that open or continue more than 120 blocks: `> > - - x`, or x behind 121 spaces. The
 * scanners of Markdown and YAML keep 4 bytes a block in a buffer of 1 KiB and do not look where it
 * ends: from 250 blocks they ruin the memory of every later parse of the thread. A tab may stand
 * for two blocks.
 */
const TOO_DEEP = /^(?:[ \t>]|[-*+?:](?=[ \t]|$)|\d{1,9}[.)](?=[ \t])){121}.*$/gm;

/**
 * Macros that no C grammar can understand: `EXPORT` of `class EXPORT A {`, and calls that are a whole
 * line without `;`, as in `DECLARE_STACK(A)`; but not those that a body follows, as in `TEST(A, b)`.
 */
const MACROS = [
  /(?<=^[ \t]*(?:template[^;{\n]*>[ \t]*)?(?:class|struct)[ \t]+)[A-Z][A-Z0-9_]*(?=[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*(?:\{|:[^:]))/gm,
  /^[A-Z][A-Z0-9_]*\([^;{}()\n\\]*\)[ \t]*$(?!\s*[{:])/gm,
];

/** The text to parse instead of `text`, with every place of it where it was. */
export function repaired(text: string, language: LanguageId): string {
  const { needsLastLineEnd, overflows, hasMacros } = LANGUAGES[language];
  const misread = [
    ...(overflows === true ? [TOO_DEEP] : []),
    ...(hasMacros === true ? MACROS : []),
  ];
  const legible = misread.reduce((all, pattern) => all.replace(pattern, blank), text);
  return needsLastLineEnd === true && !text.endsWith('\n') ? `${legible}\n` : legible;
}

function blank(line: string): string {
  return ' '.repeat(line.length);
}
