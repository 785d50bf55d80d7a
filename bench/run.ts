// Runs every benchmark and prints one table; ends with 1 when a goal is missed. Names select:
// `npm run bench -- commit patch`.
import { commit } from './commit.ts';
import { foreignChanges } from './foreign-changes.ts';
import { holds } from './holds.ts';
import { type Row, removeDirectories, touchMemory } from './measure.ts';
import { outlines } from './outlines.ts';
import { patch } from './patch.ts';
import { repositorySize } from './repository-size.ts';
import { responsiveness } from './responsiveness.ts';
import { sessions } from './sessions.ts';
import { stageGrowth } from './stage-growth.ts';

const BENCHMARKS: ReadonlyMap<string, () => Promise<Row[]>> = new Map([
  ['stage-growth', stageGrowth],
  ['repository-size', repositorySize],
  ['commit', commit],
  ['patch', patch],
  ['responsiveness', responsiveness],
  ['holds', holds],
  ['sessions', sessions],
  ['outlines', outlines],
  ['foreign-changes', foreignChanges],
]);

const wanted = process.argv.slice(2);
const rows: Row[] = [];
try {
  for (const [name, benchmark] of BENCHMARKS) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`${name} …`);
    touchMemory();
    rows.push(...(await benchmark()));
  }
} finally {
  removeDirectories();
}

console.log('| what | ratio | goal | |\n|---|---:|---:|---|');
for (const { subject, figure, goal, isMet } of rows) {
  console.log(`| ${subject} | ${figure} | ${goal} | ${isMet ? 'met' : 'MISSED'} |`);
}
process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1;
