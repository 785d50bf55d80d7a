import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, so that none of them is left alone at the end. */
const SLOW = ['differential/history', 'crash/', 'differential/', 'model/', 'rpc/', 'harness/'];

/** Starts the slow files first; the others as vitest would. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOW.findIndex((part) => moduleId.includes(`/test/${part}`));
  return rank < 0 ? SLOW.length : rank;
}
