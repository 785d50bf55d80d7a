// The last line of a run, for people and for scripts: `12 passed, 1 failed`.
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

export class ClosingLine implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    const tally = tallyOf(modules);
    tally.failed += unhandledErrors.length;
    // No test was found, or the run was interrupted: that is no success either.
    if (reason !== 'passed' && tally.failed === 0) tally.failed = 1;
    const line = lineFor(tally);
    // On exit, so that nothing the other reporters still print comes after it.
    process.once('exit', () => process.stdout.write(line));
  }
}

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

function tallyOf(modules: readonly TestModule[]): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    const before = tally.failed;
    for (const test of module.children.allTests()) count(test.result().state, tally);
    // A file that did not load, or a hook that threw, fails without a failed test.
    if (module.state() === 'failed' && tally.failed === before) tally.failed += 1;
  }
  return tally;
}

function count(state: string, tally: Tally): void {
  if (state === 'passed') tally.passed += 1;
  else if (state === 'failed') tally.failed += 1;
  else tally.skipped += 1;
}

function lineFor({ passed, failed, skipped }: Tally): string {
  // On a line before, so that the last one is the same everywhere.
  const before = skipped === 0 ? '' : `${skipped} skipped\n`;
  return `${before}${passed} passed, ${failed} failed\n`;
}
