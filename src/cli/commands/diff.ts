import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DiffFormat, DiffOptions } from '../../session/api/patch-types.ts';
import type { Session } from '../../session/api/session-api.ts';
import { coloured } from '../colour.ts';
import { examples, type Start } from '../command.ts';
import { encoded } from '../encoded.ts';
import { page } from '../pager.ts';
import { selectPaths } from '../select-paths.ts';
import type { Shell } from '../shell.ts';

export function registerDiff(program: Command, start: Start): void {
  program
    .command('diff')
    .description('Show what is pending as a git patch.')
    .argument(
      '[paths...]',
      'files, directories or globs, `:!` before those to leave out; everything by default',
    )
    .addOption(
      new Option('--stat', 'changed lines a file, drawn').conflicts(['nameStatus', 'numstat']),
    )
    .addOption(new Option('--name-status', 'only names and kinds').conflicts('numstat'))
    .option('--numstat', 'changed lines a file, for programs')
    .option('-M, --find-renames', 'show like files as renamed', false)
    .option('-U, --unified <n>', 'lines of context', parseCount, 3)
    .addHelpText(
      'after',
      examples('staged-fs diff', "staged-fs diff --stat ':(glob)src/*.ts' ':!src/old'"),
    )
    .action(async (pathspecs: string[], flags: DiffFlags) => {
      await start(async (shell) => await showDiff(shell, pathspecs, flags));
    });
}

interface DiffFlags {
  readonly stat?: boolean;
  readonly nameStatus?: boolean;
  readonly numstat?: boolean;
  readonly findRenames: boolean;
  readonly unified: number;
}

async function showDiff(shell: Shell, pathspecs: string[], flags: DiffFlags): Promise<void> {
  const session = await shell.session();
  const selection = await selectPaths(shell, session, pathspecs);
  const lost: string[] = [];
  const options: DiffOptions = {
    onWarning: (path) => void lost.push(path),
    ...selection,
    context: flags.unified,
    renames: flags.findRenames,
    format: formatOf(flags),
    width: widthOf(shell),
    signal: shell.io.signal,
  };
  await print(shell, session, options);
  for (const path of lost) await shell.warn(baseLost(path));
}

async function print(shell: Shell, session: Session, options: DiffOptions): Promise<void> {
  if (shell.json) return await shell.printJson(encoded(await session.diff(options)));
  const patch = session.diffStream(options);
  if (!shell.out.isTerminal) return await shell.out.pipe(patch);
  const wantsColour = options.format === 'patch' && !shell.io.env['NO_COLOR'];
  await page(shell, wantsColour ? coloured(patch) : patch);
}

// As git finds it.
function widthOf({ io, out }: Shell): number {
  const { COLUMNS: columns = '' } = io.env;
  return /^[1-9]\d{0,5}$/.test(columns) ? Number(columns) : (out.columns ?? 80);
}

function baseLost(path: string): string {
  return `\`${path}\` has changed since it was staged on, and how it was is not kept: shown against how it is now`;
}

function formatOf({ stat, nameStatus, numstat }: DiffFlags): DiffFormat {
  if (stat === true) return 'stat';
  if (nameStatus === true) return 'name-status';
  return numstat === true ? 'numstat' : 'patch';
}

function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 0 up.');
}
