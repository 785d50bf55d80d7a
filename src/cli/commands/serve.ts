import type { Command } from 'commander';
import { examples, type Start } from '../command.ts';
import type { Shell } from '../shell.ts';

export function registerServe(program: Command, start: Start): void {
  program
    .command('serve')
    .description('Serve JSON-RPC 2.0 on standard input and output, one message a line.')
    .addHelpText(
      'after',
      examples(`echo '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}' | staged-fs serve`),
    )
    .action(async () => {
      await start(serve);
    });
}

async function serve(shell: Shell): Promise<void> {
  const { serveHarness } = await import('../serve-harness.ts');
  await serveHarness(await shell.engine(), shell.io);
}
