// Opens an engine, has a large body hashed in the pool, and closes it, many times over.
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../../../src/index.ts';

const [root = ''] = process.argv.slice(2);
const large = join(root, 'large.bin');
writeFileSync(large, '');
truncateSync(large, 8 * 1024 * 1024);

async function openAndClose(): Promise<number> {
  await using engine = await openEngine({ root });
  const session = await engine.session('s');
  await session.setMode('staged');
  await session.remove('large.bin');
  await session.discard();
  return readdirSync('/proc/self/task').length;
}

await openAndClose();
const before = readdirSync('/proc/self/task').length;
for (let round = 0; round < 5; round += 1) await openAndClose();
console.log(`threads: ${readdirSync('/proc/self/task').length - before} more`);
