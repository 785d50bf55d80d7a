/**
 * A plugin for the tests: engines under test start the built worker programs. From source each thread
 * would first load a translator, half a second for every engine a test opens.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../../src/pool/worker-url.ts', import.meta.url));
const BUILT = new URL('../../dist/src/pool/worker-url.js', import.meta.url);

export function builtWorkers(): Plugin {
  return {
    name: 'built-workers',
    enforce: 'pre',
    transform: (code, id) =>
      id === SOURCE ? code.replaceAll('import.meta.url', JSON.stringify(BUILT.href)) : undefined,
  };
}
