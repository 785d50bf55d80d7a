import { type Command, Option } from 'commander';
import type { CommitOptions, CommitResult } from '../../session/api/types.ts';
import { counted, examples, type Start } from '../command.ts';
import { exitCodeOfFailures } from '../exit-code.ts';
import { withProgress } from '../progress.ts';
import { selectPaths } from '../select-paths.ts';
import type { Shell } from '../shell.ts';

export function registerCommit(program: Command, start: Start): void {
  program
    .command('commit')
    .description('Apply pending changes to the workspace.')
    .argument(
      '[paths...]',
      'files, directories or globs, `:!` before those to leave out; everything by default',
    )
    .addOption(
      new Option('--on-conflict <choice>', 'for a path that changed since it was staged')
        .choices(['fail', 'overwrite'])
        .default('fail'),
    )
    .option('--force', 'replace files that are read-only, or not yours to write', false)
    .option('--dry-run', 'only check and tell', false)
    .addHelpText(
      'after',
      examples('staged-fs commit src docs/guide.md', "staged-fs commit ':!*.lock'"),
    )
    .action(async (pathspecs: string[], flags: CommitFlags) => {
      await start(async (shell) => await commit(shell, pathspecs, flags));
    });
}

type CommitFlags = Required<Pick<CommitOptions, 'onConflict' | 'force' | 'dryRun'>>;

async function commit(shell: Shell, pathspecs: string[], flags: CommitFlags): Promise<void> {
  const session = await shell.session();
  const selection = await selectPaths(shell, session, pathspecs);
  const { signal } = shell.io;
  const options = { ...flags, ...selection, signal };
  const result = await withProgress(shell, 'committing', session.commit(options));
  shell.noteExit(exitCodeOfFailures(result.failedPathsWithReasons.map(({ code }) => code)));
  shell.noteInterruption();
  await (shell.json ? shell.printJson(result) : report(shell, result));
}

async function report(shell: Shell, result: CommitResult): Promise<void> {
  const places = await shell.places();
  const { committedPaths, failedPathsWithReasons: failures, dryRun } = result;
  const verb = dryRun === true ? 'would commit' : 'committed';
  const lines = committedPaths.map((path) => `${verb}  ${places.shown(path)}\n`);
  const isIdle = committedPaths.length === 0 && failures.length === 0;
  await shell.print(isIdle ? 'nothing to commit\n' : lines.join(''));
  for (const { path, reason, code } of failures) {
    await shell.complain(code, `${places.shown(path)}: ${reason}`);
  }
  if (failures.length > 0) await shell.warn(`${counted(failures.length, 'path')} still pending.`);
}
