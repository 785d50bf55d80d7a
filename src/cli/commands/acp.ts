import { type Command, Option } from 'commander';
import type { NoticeForm } from '../../acp/notice.ts';
import type { Mode } from '../../base/ids.ts';
import { examples, type Start } from '../command.ts';
import { packageVersion } from '../package-version.ts';
import type { Shell } from '../shell.ts';

export function registerAcp(program: Command, start: Start): void {
  program
    .command('acp')
    .description('Serve a small ACP agent on standard input and output that stages what it writes.')
    .addOption(
      new Option('--notice <form>', 'how pending writes are told')
        .choices(['session_info_update', 'progress'])
        .default('session_info_update'),
    )
    .addOption(
      new Option('--mode <mode>', 'the mode of new sessions')
        .choices(['immediate', 'staged'])
        .default('staged'),
    )
    .option('--client-fs', "read and write through the client's fs/* methods")
    .addHelpText('after', examples('staged-fs acp', 'staged-fs acp --notice progress'))
    .action(async (flags: AcpFlags, command: Command) => {
      const { root } = command.optsWithGlobals<{ readonly root?: string }>();
      await start(async (shell) => await serve(shell, flags, root));
    });
}

interface AcpFlags {
  readonly notice: NoticeForm;
  readonly mode: Mode;
  readonly clientFs?: boolean;
}

async function serve(shell: Shell, flags: AcpFlags, root: string | undefined): Promise<void> {
  const { serveAgent } = await import('../../acp/serve-agent.ts');
  const { stdin, stdout, signal } = shell.io;
  await serveAgent({
    ...flags,
    version: packageVersion(),
    ...(root !== undefined && { root: shell.resolve(root) }),
    input: stdin,
    output: stdout,
    signal,
  });
}
