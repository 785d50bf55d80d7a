// Stages a body over a file, both of so many mebibytes, and prints by how many bytes memory grew
// while their shadow repository was made.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { openEngine } from '../../../src/index.ts';

const MEBIBYTE = 1024 * 1024;
const [root = '', size = ''] = process.argv.slice(2);

const file = await open(join(root, 'f'), 'wx');
for await (const piece of pieces('was there')) await file.write(piece);
await file.close();

const engine = await openEngine({ root, fsync: 'never' });
const session = await engine.session('s');
await session.setMode('staged');
await session.writeFrom('f', pieces('is staged'));
const before = process.memoryUsage.rss();
await session.shadow();
const most = process.resourceUsage().maxRSS * 1024;
await engine.close();
process.stdout.write(`${most - before}\n`);

async function* pieces(what: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < Number(size); at += 1) {
    const line = (n: number): string => `line ${at * n} of what ${what}, a ${n} of ${at % 97}\n`;
    const text = Array.from({ length: 30_000 }, (_, n) => line(n)).join('');
    yield await Promise.resolve(Buffer.from(text.slice(0, MEBIBYTE)));
  }
}
