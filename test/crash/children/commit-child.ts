// Commits, and kills itself around a chosen mutating call.
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { createCountingDisk, type DiskCall } from '../../support/counting-disk.ts';
import { testEngine } from '../../support/test-engine.ts';

const [root = '', at = '0', when = 'before'] = process.argv.slice(2);

function dieAt(call: DiskCall): void {
  if (call.mutation === Number(at)) process.kill(process.pid, 'SIGKILL');
}

const hooks = when === 'before' ? { before: dieAt } : { after: dieAt };
const { disk } = createCountingDisk(createNodeDisk({ mode: 'sync' }), hooks);
const engine = await testEngine(root, { disk });
await (await engine.session('s')).commit();
await engine.close();
