import type { Placed } from './placed.ts';

/** What is shown where it is: its pattern may say at which level alone that is. */
export function withoutHidden(placed: readonly Placed[]): Placed[] {
  const around: Placed[] = [];
  return placed.filter((symbol) => {
    const { depth, level } = symbol;
    around[depth] = symbol;
    if (level === 'file') return depth === 0;
    if (level === 'class') return around[depth - 1]?.kind === 'class';
    return level !== 'none';
  });
}
