/**
 * Before the tests: translates the programs that tests start as children, next to the built sources
 * they import. Started through a translator at run time, each would cost a second of its own.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export default function compileChildren(): void {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  for (const file of files) if (isForChildren(file)) compile(join('test', file));
}

/** Where the translated form of a child's program is. */
export function compiledChild(source: URL): string {
  const path = fileURLToPath(source);
  return join(ROOT, 'dist', path.slice(ROOT.length)).replace(/\.ts$/, '.js');
}

function isForChildren(file: string): boolean {
  return /\.ts$/.test(file) && /(^|\/)(children|support)\//.test(`/${file}`);
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
  const target = join(ROOT, 'dist', file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}
