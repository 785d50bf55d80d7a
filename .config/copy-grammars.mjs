// Puts the grammars, and the licences they come under, beside the built files: the packages that
// they come from are for building alone.
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileName } from '../dist/src/syntax/grammar-url.js';
import { LANGUAGES } from '../dist/src/syntax/languages.js';

const TARGET = new URL('../dist/grammars/', import.meta.url);
const { resolve } = createRequire(import.meta.url);

const grammars = new Set(Object.values(LANGUAGES).map(({ grammar }) => grammar));
const packages = new Set([...grammars].map((grammar) => grammar.split('/', 2).join('/')));

await mkdir(TARGET, { recursive: true });
await Promise.all([
  ...[...grammars].map((grammar) => copy(grammar, fileName(grammar))),
  ...[...packages].map((name) => copy(`${name}/LICENSE`, `LICENSE-${fileName(name)}`)),
]);

async function copy(from, to) {
  await copyFile(resolve(from), new URL(to, TARGET));
}
