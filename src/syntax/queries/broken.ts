/**
 * Something that opens and never ends, as in a source that is cut or half written. The grammars keep
 * its pieces in an error node, beside all that was whole in it.
 *
 * @param head - the pieces up to its name, the first of them `@start`: the symbol reaches from there
 *   to the end of the error
 */
export function unclosed(head: string, kind: string): string {
  return `(ERROR ${head}) @${kind}`;
}

/** What counts at file level only: below the root, or in an error and inside no other symbol. */
export function atFileLevel(root: string, pattern: string): string {
  return `(${root} ${pattern}) (ERROR ${pattern} (#set! level "file"))`;
}
