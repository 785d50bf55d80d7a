import type { Command } from 'commander';
import { examples, type Start } from '../command.ts';
import { encoded } from '../encoded.ts';
import type { Shell } from '../shell.ts';

export function registerCat(program: Command, start: Start): void {
  program
    .command('cat')
    .description('Print a file as the session sees it.')
    .argument('<path>', 'the file to print')
    .addHelpText('after', examples('staged-fs cat src/a.ts'))
    .action(async (path: string) => {
      await start(async (shell) => await cat(shell, path));
    });
}

async function cat(shell: Shell, path: string): Promise<void> {
  const session = await shell.session();
  const file = (await shell.places()).absolute(path);
  const { signal } = shell.io;
  if (shell.json) await shell.printJson(encoded(await session.read(file, { signal })));
  else await shell.out.pipe(session.createReadStream(file, { signal }));
}
