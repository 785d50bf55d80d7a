import { type DiffRunner, runDiff } from '../src/pool/run-diff.ts';

const diff: DiffRunner = runDiff;

export default diff;
