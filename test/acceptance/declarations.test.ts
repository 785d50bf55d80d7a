// The package's declarations compile in a program that checks those of its libraries too, which is
// the compiler's default.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const DOORS = ['index', 'harness/index', 'acp/index'].map((name) =>
  fileURLToPath(new URL(`../../dist/src/${name}.d.ts`, import.meta.url)),
);

it('compile with everything checked', () => {
  const program = ts.createProgram(DOORS, {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    types: ['node'],
  });
  const found = ts.getPreEmitDiagnostics(program);
  expect(found.map(({ file, messageText }) => [file?.fileName, messageText])).toEqual([]);
});
