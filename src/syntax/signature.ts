/** Characters of a parameter list that a signature shows. */
const LONGEST_PARAMETERS = 80;

/** Text as one line: every run of white space is one space. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** `text` with each `{name}` replaced by what `textFor` has for it, or by nothing. */
export function fillTemplate(text: string, textFor: (name: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => textFor(name));
}

/**
 * A parameter list on one line, in brackets, at most 80 characters and an ellipsis, without the
 * `receiver` that stands first in methods.
 */
export function parameterList(text: string, receiver?: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const list = `(${line.replace(/^\( ?/, '').replace(/,? ?\)$/, '')})`;
  return cut(receiver === undefined ? list : withoutFirst(list, receiver));
}

/** At most 80 characters and an ellipsis, never half a surrogate pair. */
export function cut(text: string): string {
  // A pair has two units: short enough in units is short enough in characters.
  if (text.length <= LONGEST_PARAMETERS) return text;
  const shown = [...text.slice(0, 2 * LONGEST_PARAMETERS)].slice(0, LONGEST_PARAMETERS).join('');
  return shown.length < text.length ? `${shown}…` : text;
}

/** A name without the quotes of a string key: all of it is one quoted text. */
export function unquoted(name: string): string {
  return /^(["'`])((?:\\.|(?!\1).)*)\1$/s.exec(name)?.[2] ?? name;
}

function withoutFirst(list: string, name: string): string {
  const first = /^\((\w+)(?:, ?|(?=\)))/.exec(list);
  return first?.[1] === name ? `(${list.slice(first[0].length)}` : list;
}
