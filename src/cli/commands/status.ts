import type { Command } from 'commander';
import type { PendingWrite, SessionStatus } from '../../session/api/types.ts';
import { counted, examples, type Start } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { shownMode } from '../first-use.ts';
import type { Places } from '../places.ts';
import type { Shell } from '../shell.ts';

export function registerStatus(program: Command, start: Start): void {
  program
    .command('status')
    .description('Show what is pending.')
    .addHelpText('after', examples('staged-fs status', 'staged-fs --session s-7 status --json'))
    .action(async () => {
      await start(showStatus);
    });
}

async function showStatus(shell: Shell): Promise<void> {
  const session = await shell.session();
  const status = { ...(await session.status()), mode: await shownMode(session) };
  if (status.damaged) {
    shell.noteExit(EXIT.damaged);
    await shell.warn('The stored state is damaged; run `staged-fs verify`.');
  }
  if (shell.json) await shell.printJson(status);
  else await shell.print(statusText(session.id, status, await shell.places()));
}

function statusText(id: string, status: SessionStatus, places: Places): string {
  const { pendingWrites, totalBytesPending, mode } = status;
  const title = `session ${JSON.stringify(id)}, ${mode}`;
  if (pendingWrites.length === 0) return `${title}: nothing pending\n`;
  const lines = aligned(pendingWrites.map((pending) => cellsOf(pending, places)));
  const changes = counted(pendingWrites.length, 'change');
  const conflicts = pendingWrites.filter(({ conflict }) => conflict).length;
  const clash = conflicts === 0 ? '' : `, ${counted(conflicts, 'conflict')}`;
  const total = `${changes} pending, ${counted(totalBytesPending, 'byte')} staged${clash}`;
  return [`${title}:`, ...lines, total, ''].join('\n');
}

function cellsOf(pending: PendingWrite, places: Places): readonly string[] {
  const mark = pending.conflict ? 'conflict: changed in the workspace since' : '';
  return [pending.kind, places.shown(pending.path), deltaOf(pending), mark];
}

function deltaOf({ kind, bytesAdded, bytesRemoved }: PendingWrite): string {
  const added = kind === 'delete' ? [] : [`+${bytesAdded}`];
  const removed = kind === 'create' ? [] : [`-${bytesRemoved}`];
  return `${[...added, ...removed].join(' ')} bytes`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((at) =>
    rows.reduce((widest, row) => Math.max(widest, row[at]?.length ?? 0), 0),
  );
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`);
}
