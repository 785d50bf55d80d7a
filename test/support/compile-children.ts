/**
 * Before the tests: translates the programs that tests start as children, next to the built sources
 * they import, and what is built of those anew where it is older than its source. Started through a
 * translator at run time, each child would cost a second of its own.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Translates the benchmarks, so that they run what users run. */
export function compileBenchmarks(): void {
  for (const file of [...sourcesIn('bench'), ...sourcesIn('test/support')]) compile(file);
}

export default function compileChildren(): void {
  for (const file of sourcesIn('test')) if (isForChildren(file)) compile(file);
  for (const directory of ['src', 'workers']) {
    for (const file of sourcesIn(directory)) if (isStale(file)) compile(file);
  }
}

/** Where the translated form of a child's program is. */
export function compiledChild(source: URL): string {
  return builtFrom(fileURLToPath(source).slice(ROOT.length));
}

function sourcesIn(directory: string): string[] {
  const names = readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.d)\.ts$/.test(name)).map((name) => join(directory, name));
}

function isForChildren(file: string): boolean {
  return /\/(children|support)\//.test(file);
}

function isStale(file: string): boolean {
  const built = statSync(builtFrom(file), { throwIfNoEntry: false });
  return built === undefined || built.mtimeMs < statSync(join(ROOT, file)).mtimeMs;
}

function builtFrom(file: string): string {
  return join(ROOT, 'dist', file.replace(/\.ts$/, '.js'));
}

function compile(file: string): void {
  const { outputText } = ts.transpileModule(readFileSync(join(ROOT, file), 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      rewriteRelativeImportExtensions: true,
    },
    fileName: join(ROOT, file),
  });
  const target = builtFrom(file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}
