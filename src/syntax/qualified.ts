import type { Candidate } from './candidate.ts';

/** What stands before the last `::` of a name, without type arguments; those may have a `::` too. */
const SCOPED = /^(?!operator\b)(.+?)(?:<.*>)?::(?:~?\w+|operator\b.*)$/s;

/**
 * Gives symbols with a qualified name the container that it tells: `a::B` of `a::B<T>::c`. Functions
 * of a namespace are written as methods of a class are: what the file itself calls a namespace is one.
 */
export function withQualifiers(candidates: readonly Candidate[]): Candidate[] {
  const modules = new Set(candidates.filter(({ kind }) => kind === 'module').map(lastPart));
  return candidates.map((candidate) => {
    const container = SCOPED.exec(candidate.name)?.[1];
    if (container === undefined) return candidate;
    const isMethod = candidate.kind === 'function' && !modules.has(lastPart({ name: container }));
    return { ...candidate, container, kind: isMethod ? 'method' : candidate.kind };
  });
}

function lastPart({ name }: { readonly name: string }): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
