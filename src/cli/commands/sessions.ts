import type { Command } from 'commander';
import type { SessionSummary } from '../../engine/types.ts';
import { counted, examples, type Start } from '../command.ts';
import { printablePath } from '../printable.ts';
import type { Shell } from '../shell.ts';

export function registerSessions(program: Command, start: Start): void {
  program
    .command('sessions')
    .description('List the sessions of the workspace.')
    .addHelpText('after', examples('staged-fs sessions', 'staged-fs sessions --json'))
    .action(async () => {
      await start(listSessions);
    });
}

async function listSessions(shell: Shell): Promise<void> {
  const summaries = await (await shell.engine()).sessions();
  if (shell.json) return await shell.printJson(summaries);
  await shell.print(summaries.length === 0 ? 'no sessions\n' : summaries.map(lineOf).join(''));
}

function lineOf(summary: SessionSummary): string {
  const { sessionId, mode, pendingCount, totalBytes, lastActivityMs, error } = summary;
  const id = printablePath(sessionId);
  if (error !== undefined) return `${id}  cannot be opened: ${printablePath(error)}\n`;
  const pending = `${counted(pendingCount, 'change')} pending, ${counted(totalBytes, 'byte')}`;
  return `${id}  ${mode}  ${pending}  last used ${new Date(lastActivityMs).toISOString()}\n`;
}
