// By hand: replays the newest commits of any repository through `staged-fs serve` and compares each
// with git. `node --import tsx bench/replay-history.ts REPO [--commits N] [--from REVISION]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CommitReport, replayHistory } from '../test/support/history.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commits: { type: 'string', default: '100' }, from: { type: 'string' } },
});
const [repository] = positionals;
if (repository === undefined) throw new Error('Name a repository.');

const scratch = await mkdtemp(join(tmpdir(), 'staged-fs-replay-'));
const reports: CommitReport[] = [];
const start = performance.now();
for await (const report of replayHistory(resolve(repository), scratch, {
  commits: Number(values.commits),
  ...(values.from !== undefined && { from: values.from }),
})) {
  reports.push(report);
  for (const problem of report.problems) console.log(`${report.commit}: ${problem}`);
}
await rm(scratch, { recursive: true });
const failed = reports.filter(({ problems }) => problems.length > 0);
console.table({
  commits: reports.length,
  'equal to git': reports.filter(isEqual).length,
  different: failed.length,
  ...skips(),
  'writes staged': sum(({ writes }) => writes),
  'deletes staged': sum(({ deletes }) => deletes),
  'files read back': sum(({ reads }) => reads),
  seconds: Math.round((performance.now() - start) / 1000),
});
process.exitCode = failed.length === 0 ? 0 : 1;

function isEqual({ problems, skipped }: CommitReport): boolean {
  return problems.length === 0 && skipped === undefined;
}

function skips(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { skipped } of reports) {
    if (skipped !== undefined)
      counts[`skipped, ${skipped}`] = (counts[`skipped, ${skipped}`] ?? 0) + 1;
  }
  return counts;
}

function sum(count: (report: CommitReport) => number): number {
  return reports
    .filter(({ skipped }) => skipped === undefined)
    .reduce((total, report) => total + count(report), 0);
}
