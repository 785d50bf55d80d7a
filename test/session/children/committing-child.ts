// Commits a session, and stands still with a path half in the workspace until it is killed.
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { wrapDisk } from '../../support/counting-disk.ts';
import { testEngine } from '../../support/test-engine.ts';

const [root = '', id = ''] = process.argv.slice(2);

const disk = wrapDisk(createNodeDisk(), {
  async call({ verb }, run) {
    if (verb === 'exchange') {
      process.stdout.write('inside\n');
      await new Promise(() => setInterval(() => undefined, 1000));
    }
    return await run();
  },
});
const engine = await testEngine(root, { disk });
await (await engine.session(id)).commit();
