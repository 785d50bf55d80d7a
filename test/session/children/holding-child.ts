// Takes a lock and waits to be killed.
import { openLockMaker } from '../../../src/disk/lock/lock-kind.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';

const [lock = ''] = process.argv.slice(2);
const staged = lock.split('/').slice(0, -2).join('/');
await (await openLockMaker(createNodeDisk(), staged)).lockAt(lock).acquire({ timeoutMs: 5000 });
process.stdout.write('held\n');
setInterval(() => undefined, 1000);
