// The README is true: its commands and programs run, and its tables are the code's.
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/index.ts';
import { type ChildResult, runChild } from '../support/child.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const blocks = Array.from(readme.matchAll(/^```(\w+)(?: ([\w-]+))?\n(.*?)^```$/gms), (match) => ({
  language: match[1] ?? '',
  name: match[2] ?? '',
  code: match[3] ?? '',
}));

it('has a block for each thing to try', () => {
  expect(blocks.map(({ language }) => language)).toEqual([
    ...['sh', 'sh', 'sh', 'ts', 'sh', 'text', 'text'],
  ]);
});

it.each(blocks.filter(({ language, name }) => language === 'sh' && name !== 'walk-through'))(
  'its commands run: $code',
  { timeout: 120_000 },
  async ({ code }) => {
    await using place = await tempWorkspace({ 'repository/README.md': '# Mine\n' });
    const result = await runShell(place, await withoutNpm(code));
    expect(result).toMatchObject({ code: 0, stderr: '' });
  },
);

describe('its walk-through', () => {
  it('commits the notes and drops the rest', async () => {
    await using place = await tempWorkspace({ 'repository/README.md': '# Mine\n' });
    const { code = '' } = blocks.find(({ name }) => name === 'walk-through') ?? {};
    const { stdout, ...rest } = await runShell(place, code);
    expect(rest).toEqual({ stderr: '', code: 0 });
    expect(stdout.toString()).toMatch(/^committed {2}notes\/today\.md$/m);
    expect(stdout.toString()).toMatch(/^\+One more line\.$/m);
    expect((await place.read('repository/README.md')).toString()).toBe('# Mine\n');
    expect((await place.read('repository/notes/today.md')).toString()).toBe('Remember the milk.\n');
  });
});

it('its program can be run where `npm link` left it, after each build', async () => {
  const { mode } = await stat(new URL('../../dist/src/cli/main.js', import.meta.url));
  expect(mode & 0o111).toBe(0o111);
});

it.each(blocks.filter(({ language }) => language === 'ts'))(
  'its program runs: $code',
  { timeout: 120_000 },
  async ({ code }) => {
    await using place = await tempWorkspace({ 'README.md': '# Mine\n', 'main.mjs': code });
    await mkdir(place.path('node_modules'));
    await symlink(CHECKOUT, place.path('node_modules/staged-fs'));
    const result = await runChild('node', ['main.mjs'], { cwd: place.root });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout.toString()).toContain("[ 'delete README.md', 'create src/hello.js' ]");
    expect(await place.exists('src/hello.js')).toBe(true);
    expect(await place.exists('README.md')).toBe(true);
  },
);

it('lists every error code with its meaning', () => {
  const rows = Array.from(readme.matchAll(/^\|\s*`(ERR_\w+)`\s*\|\s*(.*?)\s*\|$/gm), (match) => [
    match[1],
    match[2],
  ]);
  expect(rows).toEqual(Object.entries(ERROR_CODES));
});

// What `npm` does here was done to get this far; its scripts must exist. The rest runs.
async function withoutNpm(code: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(`${CHECKOUT}/package.json`, 'utf8'));
  for (const [, script] of code.matchAll(/npm (?:run )?(check|test)\b/g)) {
    expect(manifest).toHaveProperty(['scripts', script ?? '']);
  }
  return code
    .replace(/npm (?:ci|test|run \w+)(?: && )?/g, '')
    .replace(/npx staged-fs/g, 'staged-fs');
}

async function runShell(place: TempWorkspace, code: string): Promise<ChildResult> {
  await mkdir(place.path('bin'));
  const program = `#!/bin/sh\nexec node '${CHECKOUT}/dist/src/cli/main.js' "$@"\n`;
  await writeFile(place.path('bin/staged-fs'), program, { mode: 0o755 });
  const path = `${place.path('bin')}:${process.env['PATH'] ?? ''}`;
  const options = { cwd: place.path('repository'), env: { PATH: path } };
  return await runChild('sh', ['-euc', code], options);
}
