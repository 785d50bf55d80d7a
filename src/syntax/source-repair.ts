import { LANGUAGES, type LanguageId } from './languages.ts';

/**
 * Lines that open or continue more than 120 blocks: `> > - - x`, or x behind 121 spaces. The
 * scanners of Markdown and YAML keep 4 bytes a block in a buffer of 1 KiB and do not look where it
 * ends: from 250 blocks they ruin the memory of every later parse of the thread. A tab may stand
 * for two blocks.
 */
const TOO_DEEP = /^(?:[ \t>]|[-*+?:](?=[ \t]|$)|\d{1,9}[.)](?=[ \t])){121}.*$/gm;

/** The text to parse instead of `text`, with every place of it where it was. */
export function repaired(text: string, language: LanguageId): string {
  const { needsLastLineEnd, overflows } = LANGUAGES[language];
  const shallow = overflows === true ? text.replace(TOO_DEEP, blank) : text;
  return needsLastLineEnd === true && !text.endsWith('\n') ? `${shallow}\n` : shallow;
}

function blank(line: string): string {
  return ' '.repeat(line.length);
}
