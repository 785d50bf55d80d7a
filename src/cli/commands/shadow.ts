import type { Command } from 'commander';
import { examples, type Start } from '../command.ts';
import { withProgress } from '../progress.ts';
import type { Shell } from '../shell.ts';

export function registerShadow(program: Command, start: Start): void {
  program
    .command('shadow')
    .description('Make a private git repository of what is pending, and print its directory.')
    .addHelpText('after', examples('staged-fs shadow', 'staged-fs --json shadow'))
    .action(async () => {
      await start(async (shell) => await shadow(shell));
    });
}

async function shadow(shell: Shell): Promise<void> {
  const session = await shell.session();
  const warnings: string[] = [];
  const options = {
    onWarning: (message: string) => void warnings.push(message),
    signal: shell.io.signal,
  };
  const result = await withProgress(shell, 'mirroring', session.shadow(options));
  for (const warning of warnings) await shell.warn(warning);
  if (shell.json) return await shell.printJson(result);
  await shell.print(`${result.gitDir}\n`);
}
