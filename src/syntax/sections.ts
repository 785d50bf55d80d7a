import type { Candidate } from './candidate.ts';
import { trimmedEnd } from './trimmed-end.ts';

/**
 * Ends each section where the next one of its level or of one above starts, or with the text. Some
 * grammars know only the line that begins a section. Candidates come in the order of the source.
 */
export function withSections(candidates: readonly Candidate[], text: string): Candidate[] {
  const ends: number[] = [];
  return candidates
    .toReversed()
    .map((candidate) => {
      const { section: level } = candidate;
      if (level === 0) return candidate;
      const end = Math.min(text.length, ...ends.slice(0, level + 1).filter((at) => at > 0));
      ends[level] = candidate.start;
      return { ...candidate, end: trimmedEnd(text, { start: candidate.start, end }) };
    })
    .toReversed();
}
