import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** How to start a worker thread. */
export interface WorkerProgram {
  readonly filename: string;
  readonly execArgv?: string[];
}

/**
 * The program of the workers of that name: beside the sources when we run from source, beside the built
 * files when we run from those. A Node that can't read TypeScript gets tsx to help.
 */
export function workerProgram(name: 'hash' | 'parse' | 'diff'): WorkerProgram {
  const isSource = import.meta.url.endsWith('.ts');
  const filename = new URL(`../../workers/${name}${isSource ? '.ts' : '.js'}`, import.meta.url)
    .href;
  if (!isSource || stripsTypes()) return { filename };
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return { filename, execArgv: ['--import', pathToFileURL(tsx).href] };
}

function stripsTypes(): boolean {
  return Boolean(Reflect.get(process.features, 'typescript'));
}
