import type { Command } from 'commander';
import type { DirectoryItem, ViewKind } from '../../session/api/read-types.ts';
import { examples, type Start } from '../command.ts';
import { printablePath } from '../printable.ts';
import type { Shell } from '../shell.ts';

export function registerLs(program: Command, start: Start): void {
  program
    .command('ls')
    .description('List a directory as the session sees it.')
    .argument('[path]', 'the directory', '.')
    .option('-a, --all', 'names that start with a dot too', false)
    .addHelpText('after', examples('staged-fs ls', 'staged-fs ls -a src'))
    .action(async (path: string, { all }: { all: boolean }) => {
      await start(async (shell) => await list(shell, path, all));
    });
}

async function list(shell: Shell, path: string, all: boolean): Promise<void> {
  const session = await shell.session();
  const items = await session.list((await shell.places()).absolute(path));
  const visible = items.filter(({ name }) => all || !name.startsWith('.'));
  if (shell.json) await shell.printJson(visible);
  else await shell.print(visible.map(lineOf).join(''));
}

function lineOf({ name, kind }: DirectoryItem): string {
  return `${printablePath(name)}${MARKS[kind]}\n`;
}

const MARKS: Readonly<Record<ViewKind, string>> = {
  file: '',
  directory: '/',
  symlink: '@',
  other: '?',
};
