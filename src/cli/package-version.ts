import { createRequire } from 'node:module';
import { isJsonObject } from '../base/json.ts';

/** The version of this package; by its own name, because sources and build differ in depth. */
export function packageVersion(): string {
  const load: (name: string) => unknown = createRequire(import.meta.url);
  const manifest = load('staged-fs/package.json');
  return isJsonObject(manifest) ? String(manifest['version']) : 'unknown';
}
