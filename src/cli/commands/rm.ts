import type { Command } from 'commander';
import { StagedFsError } from '../../base/errors.ts';
import { examples, type Start } from '../command.ts';
import { stageOnFirstUse } from '../first-use.ts';
import type { Shell } from '../shell.ts';

export function registerRm(program: Command, start: Start): void {
  program
    .command('rm')
    .description('Delete a file or directory.')
    .argument('<path>', 'what to delete')
    .option('-r, --recursive', 'allow a directory that is not empty', false)
    .addHelpText('after', examples('staged-fs rm old.txt', 'staged-fs rm -r build'))
    .action(async (path: string, { recursive }: { recursive: boolean }) => {
      await start(async (shell) => await remove(shell, path, recursive));
    });
}

async function remove(shell: Shell, path: string, recursive: boolean): Promise<void> {
  const session = await shell.session();
  const places = await shell.places();
  const mode = await stageOnFirstUse(session);
  const { signal } = shell.io;
  const result = await session.remove(places.absolute(path), { recursive, signal });
  if (shell.json) await shell.printJson(result);
  if (!result.removed) throw nothingThere(result.path);
  if (shell.json) return;
  const verb = mode === 'staged' ? 'staged delete' : 'deleted';
  await shell.print(`${verb}  ${places.shown(result.path)}\n`);
}

function nothingThere(path: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_NOT_FOUND', `Nothing exists at ${JSON.stringify(path)}.`, {
    path,
    hint: 'Run `staged-fs ls` to see what there is.',
  });
}
