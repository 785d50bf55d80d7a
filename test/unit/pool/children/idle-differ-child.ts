// Run by the differs' tests: prints in a worker, closes nothing, and must end by itself.
import { createWorkerDiffer } from '../../../../src/pool/worker-differ.ts';

const differ = createWorkerDiffer({ inlineCost: -1 });
const change = {
  path: Buffer.from('f'),
  after: { mode: '100644' as const, bytes: Buffer.from('a\n') },
};
const style = { form: 'patch', objectFormat: 'sha1', context: 3, renames: false } as const;
const [piece] = await differ.print({ ...style, changes: [change] });
process.exitCode = piece !== undefined && piece.length > 0 ? 0 : 1;
