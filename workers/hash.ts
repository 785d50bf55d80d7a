import { createTaskRunner, type TaskRunner } from '../src/pool/run-task.ts';

const hash: TaskRunner = createTaskRunner();

export default hash;
