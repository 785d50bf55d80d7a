// The same bytes whatever the user's configuration, attributes, locale and environment say: ours
// from the built program, and stock git's of the shadow repository.
import { cp, mkdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Session } from '../../src/index.ts';
import { gitOk } from '../support/git.ts';
import { workingTreeOf } from '../support/git-tree.ts';
import { runCli } from '../support/run-cli.ts';
import { sampled } from '../support/sampled.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { shadowDiff, shadowOf } from './shadow-repository.ts';

const FUNCTION = 'function f() {\n  if (a) {\n    b();\n  }\n\n  return c;\n}\n\n';
const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}\n`);
const NOISE = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * n + (n >> 5)) & 0xff));
// Where Myers, patience and histogram go different ways.
const CROSSED = ['a b c a b b a', 'c b a b a c'].map((text) => text.replaceAll(' ', '\n'));

const BEFORE = {
  'blocks.js': FUNCTION.repeat(3),
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'crossed.txt': `${CROSSED[0]}\nunique\n${FUNCTION}`,
  'far.txt': LINES.join(''),
  'noise.bin': Buffer.concat([Buffer.from([0]), NOISE]),
  'old name.txt': LINES.join(''),
  'source.md': LINES.join(''),
  'ünï.txt': 'one\n\ntwo\n',
};

interface Scene {
  readonly ws: TempWorkspace;
  readonly home: TempWorkspace;
  readonly engine: Engine;
  readonly gitDir: string;
  readonly plain: string;
  readonly renamed: string;
}

let scene: Scene;

beforeAll(async () => {
  const ws = await tempWorkspace(BEFORE);
  const home = await tempWorkspace({
    attributes: '*.txt diff=odd eol=crlf\n*.js -diff\n*.bin diff\n*.md binary\n',
    order: 'ünï.txt\nz*\n',
  });
  const engine = await testEngine(ws.root);
  const session = await stage(await stagedSession(engine));
  const { gitDir } = await shadowOf(session);
  const plain = textOf(await session.diff());
  const renamed = textOf(await session.diff({ renames: true }));
  scene = { ws, home, engine, gitDir, plain, renamed };
});

afterAll(async () => {
  await scene.engine.close();
  await scene.ws[Symbol.asyncDispose]();
  await scene.home[Symbol.asyncDispose]();
});

// Each would change what git prints in a repository of the user's, or could.
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ['color.diff', 'always'],
  ['color.ui', 'always'],
  ['core.abbrev', '4'],
  ['core.attributesFile', '~/attributes'],
  ['core.autocrlf', 'input'],
  ['core.autocrlf', 'true'],
  ['core.bigFileThreshold', '1'],
  ['core.compression', '9'],
  ['core.looseCompression', '0'],
  ['core.eol', 'crlf'],
  ['core.fsmonitor', 'touch ~/marker'],
  ['core.ignoreCase', 'true'],
  ['core.pager', 'cat; touch ~/marker'],
  ['core.quotePath', 'false'],
  ['core.splitIndex', 'true'],
  ['core.whitespace', 'tab-in-indent'],
  ['diff.algorithm', 'histogram'],
  ['diff.algorithm', 'minimal'],
  ['diff.algorithm', 'patience'],
  ['diff.colorMoved', 'zebra'],
  ['diff.context', '0'],
  ['diff.context', '12'],
  ['diff.external', 'touch ~/marker; true'],
  ['diff.indentHeuristic', 'false'],
  ['diff.interHunkContext', '30'],
  ['diff.mnemonicPrefix', 'true'],
  ['diff.noprefix', 'true'],
  ['diff.odd.binary', 'true'],
  ['diff.odd.command', 'touch ~/marker; true'],
  ['diff.odd.textconv', 'touch ~/marker; tr a-z A-Z <'],
  ['diff.odd.xfuncname', '^(line 2.*)$'],
  ['diff.orderFile', '~/order'],
  ['diff.relative', 'true'],
  ['diff.renameLimit', '1'],
  ['diff.renames', 'copies'],
  ['diff.renames', 'true'],
  ['diff.srcPrefix', 'x/'],
  ['diff.suppressBlankEmpty', 'true'],
  ['diff.wsErrorHighlight', 'all'],
  ['i18n.logOutputEncoding', 'ISO-8859-1'],
  ['index.version', '4'],
];

const LOCALES = ['tr_TR.UTF-8', 'zh_CN.GB18030', 'nonsense', ''];

describe('git prints our bytes of the shadow', () => {
  it.each(sampled(SETTINGS, 20))('with %s=%s', async (name, value) => {
    const env = await configured([[name, value]]);
    expect(await shadowDiff(scene.gitDir, ['-M'], env)).toBe(scene.renamed);
    expect(await scene.home.exists('marker')).toBe(false);
  });

  it.each(LOCALES)('in the locale %j', async (locale) => {
    const env = { LC_ALL: locale, LANG: locale, LANGUAGE: locale };
    expect(await shadowDiff(scene.gitDir, [], env)).toBe(scene.plain);
  });

  it('with all of the settings, which print something else of a repository', async () => {
    const env = await configured(SETTINGS);
    expect(await shadowDiff(scene.gitDir, [], env)).toBe(scene.plain);
    expect(await shadowDiff(scene.gitDir, ['-M'], env)).toBe(scene.renamed);
    await using copy = await tempWorkspace();
    await cp(scene.ws.root, copy.root, {
      recursive: true,
      filter: (path) => !path.includes('.harn'),
    });
    await gitOk(copy.root, 'init', '--quiet');
    const before = await workingTreeOf(copy.root);
    await gitOk({ cwd: copy.root, stdin: scene.plain }, 'apply');
    await gitOk(copy.root, 'add', '--all');
    const diff = ['diff', '--no-ext-diff', '--no-textconv', '--cached', '--binary', '--full-index'];
    const pinned = await gitOk(copy.root, ...diff, '--no-renames', before);
    expect(textOf(pinned.stdout)).toBe(scene.plain);
    const { stdout } = await gitOk({ cwd: copy.root, env }, ...diff, before);
    expect(textOf(stdout)).not.toBe(scene.plain);
    await rm(scene.home.path('marker'), { force: true });
  });
});

describe('the program prints the same', () => {
  it('with all of the settings', async () => {
    const env = await configured(SETTINGS);
    expect(await printed(['diff', '-M'], env)).toBe(scene.renamed);
    expect(await scene.home.exists('marker')).toBe(false);
  });

  it.each(sampled(LOCALES, 1))('in the locale %j', async (locale) => {
    const env = { LC_ALL: locale, LANG: locale, LANGUAGE: locale };
    expect(await printed(['diff'], env)).toBe(scene.plain);
  });

  it('with an environment made for git', async () => {
    const marker = scene.home.path('marker');
    const env = {
      GIT_CONFIG_PARAMETERS: "'diff.noprefix=true'",
      GIT_DIFF_OPTS: '-u0',
      GIT_DIR: '/nowhere',
      GIT_EXTERNAL_DIFF: `touch ${marker}`,
      GIT_INDEX_FILE: '/nowhere',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_PAGER: `touch ${marker}`,
      GIT_WORK_TREE: '/nowhere',
    };
    expect(await printed(['diff'], env)).toBe(scene.plain);
    expect(await scene.home.exists('marker')).toBe(false);
  });

  it('without git on the path, the shadow included', async () => {
    await using nothing = await tempWorkspace();
    const env = { PATH: nothing.root };
    expect(await printed(['diff', '-M'], env)).toBe(scene.renamed);
    expect(await printed(['shadow'], env)).toBe(textOf(Buffer.from(`${scene.gitDir}\n`)));
  });

  it('inside a repository, whose settings and attributes say otherwise', async () => {
    await gitOk(scene.ws.root, 'init', '--quiet');
    await mkdir(scene.ws.path('.git/info'), { recursive: true });
    await cp(scene.home.path('attributes'), scene.ws.path('.git/info/attributes'));
    await gitOk(scene.ws.root, 'config', 'diff.noprefix', 'true');
    expect(await printed(['diff'], {})).toBe(scene.plain);
    await printed(['shadow'], {});
    expect(await shadowDiff(scene.gitDir)).toBe(scene.plain);
  });
});

async function stage(session: Session): Promise<Session> {
  await session.write('blocks.js', FUNCTION.repeat(4).replace('b();', 'b(1);'));
  await session.write('crlf.txt', 'one\r\n2\r\nthree\r\n');
  await session.write('crossed.txt', `${FUNCTION}${CROSSED[1]}\nunique\n`);
  await session.write('far.txt', LINES.with(3, 'x\n').with(14, 'y\n').with(33, ' \tz \n').join(''));
  await session.write('noise.bin', Buffer.concat([Buffer.from([0]), NOISE.toReversed()]));
  await session.remove('old name.txt');
  await session.write('new\tname.txt', LINES.with(20, 'new\n').join(''));
  await session.write('source.md', LINES.with(9, 'edited\n').join(''));
  await session.write('copy.md', LINES.with(8, 'copied\n').join(''));
  await session.write('ünï.txt', 'one\n\n2\n');
  return session;
}

/** An environment in which git finds these settings as the user's. */
async function configured(settings: typeof SETTINGS): Promise<Readonly<Record<string, string>>> {
  const lines = settings.map(([name, value]) => {
    const parts = name.split('.');
    const head = parts.length === 3 ? `[${parts[0]} "${parts[1]}"]` : `[${parts[0]}]`;
    return `${head}\n\t${parts.at(-1)} = ${JSON.stringify(value)}\n`;
  });
  await scene.home.write('.gitconfig', lines.join(''));
  const config = scene.home.path('.gitconfig');
  return { HOME: scene.home.root, GIT_CONFIG_GLOBAL: config, GIT_CONFIG_COUNT: '0' };
}

async function printed(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { root } = scene.ws;
  const { stdout, stderr, code } = await runCli(['--session', 's', ...args], { cwd: root, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return textOf(stdout);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
