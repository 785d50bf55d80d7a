// The laws of the code, held against the sources, and each shown to fail on planted ones.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cycleViolations } from './support/architecture/cycles.ts';
import { documentationViolations } from './support/architecture/documentation.ts';
import { doorViolations } from './support/architecture/doors.ts';
import { escapeViolations } from './support/architecture/escapes.ts';
import { layerViolations } from './support/architecture/layers.ts';
import { type Law, plantedProject, readProject } from './support/architecture/project.ts';
import {
  fileSizeViolations,
  functionSizeViolations,
  parameterViolations,
} from './support/architecture/size.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const LAWS: readonly [string, Law][] = [
  ['imports only from lower layers', layerViolations],
  ['has no import cycle', cycleViolations],
  ['reaches each outside thing through its one door', doorViolations],
  ['keeps files short', fileSizeViolations],
  ['keeps functions short', functionSizeViolations],
  ['keeps parameter lists short', parameterViolations],
  ['does not escape the type checker', escapeViolations],
  ['documents what it exports', documentationViolations],
];

describe('the source', () => {
  const project = readProject(ROOT);

  it.each(LAWS)('%s', async (_promise, law) => {
    expect(law(await project)).toEqual([]);
  });
});

describe('the layer law', () => {
  it('allows a lower layer, the own folder and what the index may see', () => {
    const allowed = {
      'src/disk/a.ts': "import '../base/b.ts';\nimport './c.ts';",
      'src/index.ts': "export { x } from './rpc/x.ts';",
      'src/cli/main.ts': "import '../index.ts';",
      'workers/hash.ts': "import '../src/pool/run-task.ts';",
    };
    expect(broken(layerViolations, allowed)).toEqual([]);
  });

  it.each([
    ['src/diff/a.ts', '../pool/b.ts', 'diff is below pool'],
    ['src/store/a.ts', '../journal/b.ts', 'store and journal are siblings'],
    ['src/base/a.ts', '../index.ts', 'base is below src/index.ts'],
    ['src/index.ts', './cli/main.ts', 'src/index.ts is below cli'],
    ['src/pool/a.ts', '../../workers/hash.ts', 'a worker is loaded, not imported'],
    ['workers/hash.ts', '../src/base/a.ts', 'a worker imports only pool'],
    ['src/disk/a.ts', '../../test/b.ts', 'it belongs to no layer'],
  ])('forbids %s to import %s', (from, specifier, complaint) => {
    const [violation, ...rest] = broken(layerViolations, { [from]: `import '${specifier}';` });
    expect(violation).toMatch(new RegExp(`^${from}:1 imports .*: ${complaint}$`));
    expect(rest).toEqual([]);
  });

  it.each([
    "import type { B } from '../pool/b.ts';",
    "export { b } from '../pool/b.ts';",
    "const b = await import('../pool/b.ts');",
    "type B = import('../pool/b.ts').B;",
    "const b = require('../pool/b.ts');",
  ])('sees the import in %s', (text) => {
    expect(broken(layerViolations, { 'src/diff/a.ts': `\n${text}` })).toEqual([
      'src/diff/a.ts:2 imports src/pool/b.ts: diff is below pool',
    ]);
  });

  it('forbids a file outside the folders of the table', () => {
    const stray = { 'src/stray.ts': '', 'src/helpers/a.ts': '' };
    expect(broken(layerViolations, stray)).toEqual([
      'src/stray.ts belongs to no layer',
      'src/helpers/a.ts belongs to no layer',
    ]);
  });
});

describe('the cycle law', () => {
  it('names the files of a cycle', () => {
    const cycle = {
      'src/base/a.ts': "import './b.ts';",
      'src/base/b.ts': "import './c.ts';",
      'src/base/c.ts': "import type { B } from './b.ts';",
    };
    expect(broken(cycleViolations, cycle)).toEqual([
      'src/base/b.ts -> src/base/c.ts -> src/base/b.ts',
    ]);
  });

  it('allows two ways to the same file', () => {
    const diamond = {
      'src/base/a.ts': "import './b.ts';\nimport './c.ts';",
      'src/base/b.ts': "import './c.ts';",
      'src/base/c.ts': '',
    };
    expect(broken(cycleViolations, diamond)).toEqual([]);
  });
});

describe('the door law', () => {
  it.each([
    ['src/store/a.ts', 'node:fs', 'src/disk/'],
    ['src/store/a.ts', 'fs/promises', 'src/disk/'],
    ['src/store/a.ts', 'fs-native-extensions', 'src/disk/'],
    ['src/engine/a.ts', 'piscina', 'src/pool/'],
    ['src/engine/a.ts', 'node:worker_threads', 'src/pool/'],
    ['src/session/a.ts', 'isomorphic-git', 'src/git/'],
    ['src/session/a.ts', 'p-queue', 'src/engine/'],
    ['src/rpc/a.ts', 'commander', 'src/cli/'],
    ['src/rpc/a.ts', 'node:process', 'src/cli/'],
    ['src/session/a.ts', 'zod', 'src/harness/, src/rpc/, src/engine/limits.ts'],
    ['src/git/a.ts', 'pako', 'src/diff/'],
  ])('forbids %s to import %s', (path, specifier, door) => {
    expect(broken(doorViolations, { [path]: `import '${specifier}';` })).toEqual([
      `${path}:1 uses ${specifier}: only ${door} may`,
    ]);
  });

  it.each([
    ['console.log(1);', 'console'],
    ['run(process.argv);', 'process.argv'],
    ["run(process['stdin']);", 'process.stdin'],
    ['globalThis.process.exit(1);', 'process.exit'],
    ['const { stdout: out } = process;', 'process.stdout'],
  ])('forbids %s outside the command line', (text, name) => {
    expect(broken(doorViolations, { 'src/rpc/a.ts': text })).toEqual([
      `src/rpc/a.ts:1 uses ${name}: only src/cli/ may`,
    ]);
    expect(broken(doorViolations, { 'src/cli/a.ts': text })).toEqual([]);
  });

  it('leaves a worker no door at all', () => {
    expect(broken(doorViolations, { 'workers/a.ts': "import 'node:path';" })).toEqual([
      'workers/a.ts:1 imports node:path: a worker imports only pool',
    ]);
  });

  it('is open where it should be, and for other packages', () => {
    const allowed = {
      'src/disk/a.ts': "import 'node:fs/promises';",
      'src/pool/a.ts': "import 'piscina';",
      'src/store/a.ts': "import 'node:path';\nrun(process.pid);",
    };
    expect(broken(doorViolations, allowed)).toEqual([]);
  });
});

describe('the size laws', () => {
  it('count the lines of a file', () => {
    const files = { 'src/base/a.ts': '\n'.repeat(251), 'src/base/b.ts': '', 'src/base/c.ts': '' };
    expect(broken(fileSizeViolations, files)).toEqual([
      'src/base/a.ts is a file of 251 lines: 250 at most',
    ]);
  });

  it('hold the median file', () => {
    expect(broken(fileSizeViolations, { 'src/base/a.ts': '\n'.repeat(81) })).toEqual([
      'the median file has 81 lines: 80 at most',
    ]);
  });

  it('count the lines of a function, and hold the median one', () => {
    const text = `const a = () => 1;\nfunction b() {${'\n'.repeat(40)}}`;
    expect(broken(functionSizeViolations, { 'src/base/a.ts': text })).toEqual([
      'src/base/a.ts:2 is a function of 41 lines: 40 at most',
      'the median function has 41 lines: 10 at most',
    ]);
  });

  it('count parameters but not `this`', () => {
    const text = 'function a(this: A, b, c, d) {}\nclass E {\n  f = (b, c, d, e) => 1;\n}';
    expect(broken(parameterViolations, { 'src/base/a.ts': text })).toEqual([
      'src/base/a.ts:3 takes 4 parameters: 3 at most',
    ]);
  });
});

describe('the type law', () => {
  const brand = 'type B = string & { readonly [brand]: true };\nconst b = text as B;';

  it.each([
    ['src/base/a.ts', 'let a: any;', 'any'],
    ['src/base/a.ts', 'run(a!);', '!'],
    ['src/base/a.ts', 'class A { b!: string; }', '!'],
    ['src/base/a.ts', 'run(a as unknown);', 'as unknown'],
    ['src/base/a.ts', 'run(<B>a);', 'as B'],
    ['src/journal/codec.ts', 'run(a as any);', 'any'],
  ])('forbids in %s: %s', (path, text, found) => {
    expect(broken(escapeViolations, { [path]: text })).toEqual([`${path}:1 uses ${found}`]);
  });

  it('forbids making a brand outside the vocabulary', () => {
    expect(broken(escapeViolations, { 'src/disk/a.ts': brand })).toEqual([
      'src/disk/a.ts:2 uses as B',
    ]);
  });

  it.each([
    ['src/base/a.ts', brand],
    ['src/base/a.ts', 'const a = [1] as const;\nconst b = a satisfies C;'],
    ['src/journal/codec.ts', 'run(a as B);'],
    ['src/base/entry-json.ts', 'run(a as B);'],
  ])('allows in %s: %s', (path, text) => {
    expect(broken(escapeViolations, { [path]: text })).toEqual([]);
  });
});

describe('the documentation law', () => {
  it('follows each export to its declaration', () => {
    const files = {
      'src/index.ts': "export { told, untold as renamed, type Shape } from './base/a.ts';",
      'src/base/a.ts': [
        '/** Explained. */\nexport function told(): void {}',
        '// Not a doc comment.\nexport const untold = 1;',
        'export interface Shape {}',
      ].join('\n'),
    };
    expect(broken(documentationViolations, files)).toEqual([
      'src/index.ts exports renamed without TSDoc',
      'src/index.ts exports Shape without TSDoc',
    ]);
  });

  it('does not pass for want of an index', () => {
    expect(broken(documentationViolations, { 'src/base/a.ts': '' })).toEqual([
      'src/index.ts exports nothing',
    ]);
  });
});

function broken(law: Law, files: Readonly<Record<string, string>>): string[] {
  return law(plantedProject(files));
}
