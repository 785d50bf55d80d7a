// Writes a hundred paths of its own, and one that others write too.
import { stagedSession, testEngine } from '../../support/test-engine.ts';

const [root = '', name = '', count = '0'] = process.argv.slice(2);

const engine = await testEngine(root, { lockTimeoutMs: 120_000 });
const session = await stagedSession(engine);
await session.write('shared', name);
for (let index = 0; index < Number(count); index += 1) {
  await session.write(`${name}/${index}`, `${name} ${index}`);
}
await engine.close();
