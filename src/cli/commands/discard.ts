import type { Command } from 'commander';
import { examples, type Start } from '../command.ts';
import { selectPaths } from '../select-paths.ts';
import type { Shell } from '../shell.ts';

export function registerDiscard(program: Command, start: Start): void {
  program
    .command('discard')
    .description('Drop pending changes; the workspace is not touched.')
    .argument(
      '[paths...]',
      'files, directories or globs, `:!` before those to leave out; everything by default',
    )
    .addHelpText('after', examples('staged-fs discard', "staged-fs discard '*.log'"))
    .action(async (pathspecs: string[]) => {
      await start(async (shell) => await discard(shell, pathspecs));
    });
}

async function discard(shell: Shell, pathspecs: string[]): Promise<void> {
  const session = await shell.session();
  const result = await session.discard(await selectPaths(shell, session, pathspecs));
  if (shell.json) return await shell.printJson(result);
  const places = await shell.places();
  const lines = result.discardedPaths.map((path) => `discarded  ${places.shown(path)}\n`);
  await shell.print(lines.length === 0 ? 'nothing to discard\n' : lines.join(''));
}
