// By hand: our patches of the newest commits of any repository against git's, byte for byte, plain
// and with -M, -U0, -U10. `node --import tsx bench/compare-history.ts REPO [--commits N] [--from REVISION]`
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Comparison, compareHistory, FORMS } from '../test/support/compare-history.ts';
import { gitOk } from '../test/support/git.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '2000' },
    from: { type: 'string', default: 'HEAD' },
  },
});
const [given] = positionals;
if (given === undefined) throw new Error('Name a repository.');
const repository = resolve(given);

const list = ['rev-list', '--no-merges', `--max-count=${values.commits}`, values.from];
const { stdout } = await gitOk(repository, ...list);
const commits = stdout.toString().trim().split('\n');
const start = performance.now();
const comparisons: Comparison[] = [];
for await (const comparison of compareHistory(repository, { commits })) {
  comparisons.push(comparison);
  if (comparison.outcome === 'different') console.log(comparison);
}
console.table(FORMS.map(({ name }) => summaryOf(comparisons.filter(({ form }) => form === name))));
console.log(`${commits.length} commits, ${Math.round((performance.now() - start) / 1000)} s`);
process.exitCode = comparisons.some(({ outcome }) => outcome === 'different') ? 1 : 0;

function summaryOf(all: readonly Comparison[]): Record<string, string | number> {
  const count = (outcome: Comparison['outcome']): number =>
    all.filter((comparison) => comparison.outcome === outcome).length;
  const equal = count('equal');
  return {
    form: all[0]?.form ?? '',
    commits: all.length,
    equal,
    'only deltas differ': count('delta'),
    different: count('different'),
    'equal, %': Math.floor((10_000 * equal) / all.length) / 100,
  };
}
