import type { Command } from 'commander';
import { examples, type Start } from '../command.ts';
import type { Shell } from '../shell.ts';

export function registerDemo(program: Command, start: Start): void {
  program
    .command('demo')
    .description('Tell the whole story on a throw-away copy of a small repository.')
    .addHelpText('after', examples('staged-fs demo'))
    .action(async () => {
      await start(demo);
    });
}

async function demo(shell: Shell): Promise<void> {
  const { tellStory } = await import('../demo/story.ts');
  await tellStory(shell);
}
