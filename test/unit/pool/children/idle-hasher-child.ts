// Run by the worker hasher's tests: hashes, closes nothing, and must end by itself.
import { createNodeDisk } from '../../../../src/disk/node-disk.ts';
import { createWorkerHasher } from '../../../../src/pool/worker-hasher.ts';

const hasher = createWorkerHasher({ disk: createNodeDisk() });
const { size } = await hasher.hashFile(process.argv[2] ?? '');
process.exitCode = size > 0 ? 0 : 1;
