/**
 * How the symbols of a language are found.
 *
 * The query is tree-sitter's. A pattern captures the whole symbol under the name of its kind
 * (`@function`, `@class` …) and its name as `@name`. Of several patterns that match one name the
 * first counts. What else a symbol shows is set in the pattern:
 *
 * - `(#set! signature "def {name}{parameters}")`: text with captures in braces. `{parameters}` is
 *   tidied and cut; when there is no such capture it is the text from `@from` to `@to`. `{head}`
 *   is the symbol's text before its `@body`. Default: `{name}`.
 * - `(#set! name "{head}")`: another name than the text of `@name`.
 * - `(#set! local "hidden")`: dropped inside a function.
 * - `(#set! level "file")`: dropped inside any other symbol; with `"class"` when not right inside a
 *   class; with `"none"` always: it only names the container of what it holds.
 * - `(#set! section "#")`, or marks captured as `@section`: ends where the next one with as many
 *   marks or fewer starts, or with the text.
 * - `@container`: the name of the container, for members that are written outside of it.
 * - `@start`: where the symbol starts, for pieces of an error node; see `unclosed`.
 * - `@end`: the last of the symbol, where that is a neighbour of its node.
 *
 * A function right inside a class, struct, enum, interface or protocol becomes a method.
 */
export interface OutlineQuery {
  readonly query: string;
  /** A first parameter that no caller writes: left out of signatures. */
  readonly receiver?: string;
  /** What ends names without being of them: the closing marks of a heading. */
  readonly nameEnding?: RegExp;
  /** Whether a name may tell its container: `A::b`. */
  readonly hasQualifiedNames?: boolean;
  /** Whether `def` makes functions too: a method of nothing is one. */
  readonly hasFreeMethods?: boolean;
  /** Neighbours of one name and kind are one symbol: a type signature and the equations below. */
  readonly joinsNeighbours?: boolean;
}
