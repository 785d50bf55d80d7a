import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Where the grammar of a language's row is: in the package it comes from when we run from source,
 * beside the built files when we run from those.
 */
export function grammarUrl(grammar: string): URL {
  if (!import.meta.url.endsWith('.ts'))
    return new URL(`../../grammars/${fileName(grammar)}`, import.meta.url);
  return pathToFileURL(createRequire(import.meta.url).resolve(grammar));
}

/** The name of the grammar's file in the built package. */
export function fileName(grammar: string): string {
  return grammar.slice(grammar.lastIndexOf('/') + 1);
}
