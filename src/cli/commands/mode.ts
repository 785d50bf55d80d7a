import { Argument, type Command } from 'commander';
import type { Mode } from '../../base/ids.ts';
import { examples, type Start } from '../command.ts';
import { shownMode } from '../first-use.ts';
import type { Shell } from '../shell.ts';

export function registerMode(program: Command, start: Start): void {
  program
    .command('mode')
    .description('Show the mode of the session, or set it.')
    .addArgument(new Argument('[mode]', 'the mode to set').choices(['immediate', 'staged']))
    .addHelpText('after', examples('staged-fs mode', 'staged-fs mode staged'))
    .action(async (mode: Mode | undefined) => {
      await start(async (shell) => {
        await (mode === undefined ? showMode(shell) : setMode(shell, mode));
      });
    });
}

async function showMode(shell: Shell): Promise<void> {
  const mode = await shownMode(await shell.session());
  await (shell.json ? shell.printJson({ mode }) : shell.print(`${mode}\n`));
}

async function setMode(shell: Shell, mode: Mode): Promise<void> {
  const session = await shell.session();
  const { previousMode } = await session.setMode(mode);
  if (shell.json) await shell.printJson({ previousMode, mode });
  else await shell.print(`${mode} (was ${previousMode})\n`);
}
