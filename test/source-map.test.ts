// `src/README.md` names every folder of the sources, at its layer.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import laws from './support/architecture/laws.json' with { type: 'json' };

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const LEVELS: ReadonlyMap<string, number> = new Map(Object.entries(laws.levels));

it('has a row for each folder, from the highest layer to the lowest', async () => {
  const text = await readFile(join(SOURCES, 'README.md'), 'utf8');
  const rows = Array.from(text.matchAll(/^\| +(\d) \| `([^`]+)\/` +\|/gm), ([, level, folder]) => [
    folder ?? '',
    Number(level),
  ]);
  const all = (await foldersOf(SOURCES)).map((folder) => [folder, levelOf(folder)]);
  expect(rows.toSorted(byName)).toEqual(all.toSorted(byName));
  const levels = rows.map(([, level]) => Number(level));
  expect(levels).toEqual(levels.toSorted((one, other) => other - one));
});

async function foldersOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
}

function levelOf(folder: string): number | undefined {
  return LEVELS.get(folder.split('/', 1)[0] ?? '');
}

function byName([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}
