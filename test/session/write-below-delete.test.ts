// "Delete the output directory, make it anew": writes below a deleted directory.
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { createCountingDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

const FILES = Array.from({ length: 300 }, (_, n) => `out/${n % 7}/${n}.js`);

it('reads the record of what was deleted once, however many writes follow', async () => {
  await using workspace = await tempWorkspace(
    Object.fromEntries(FILES.map((path) => [path, path])),
  );
  const { disk, calls } = createCountingDisk(createNodeDisk());
  await using engine = await testEngine(workspace.root, { disk });
  const session = await stagedSession(engine);
  await session.remove('out', { recursive: true });
  const from = calls.length;
  for (const path of FILES.slice(0, 50)) await session.write(path, `new ${path}`);
  await session.write('out/new.js', 'new');
  const reads = calls
    .slice(from)
    .filter(({ verb, path }) => /read/i.test(verb) && path.includes('/bases/'));
  expect(reads).toHaveLength(1);
});

it('commits just what was written and what is gone', async () => {
  await using workspace = await tempWorkspace(
    Object.fromEntries(FILES.map((path) => [path, path])),
  );
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.remove('out', { recursive: true });
  const written = FILES.filter((_, n) => n % 3 === 0);
  for (const path of written) await session.write(path, `new ${path}`);
  await session.remove('out/3', { recursive: true });
  await session.write('out/3', 'a file where a directory was');
  const shown = written.filter((path) => !path.startsWith('out/3/'));
  expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  const files = Object.entries(await workspace.tree()).filter(([, { kind }]) => kind === 'file');
  expect(files.map(([path]) => path).sort()).toEqual(['out/3', ...shown].sort());
});
