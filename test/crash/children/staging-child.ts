// Stages without end and tells of each operation that was acknowledged, until it is killed.
import { writeSync } from 'node:fs';
import { stagedSession, testEngine } from '../../support/test-engine.ts';
import { doWork, workAt } from './workload.ts';

const [root = '', seed = '0'] = process.argv.slice(2);

const session = await stagedSession(await testEngine(root));
for (let index = 0; ; index += 1) {
  await doWork(session, workAt(index, Number(seed)));
  writeSync(1, '.');
}
