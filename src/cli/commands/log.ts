import type { Command } from 'commander';
import { jsonLine } from '../../base/json-line.ts';
import type { LogRecord } from '../../session/api/upkeep-types.ts';
import { examples, type Start } from '../command.ts';
import type { Places } from '../places.ts';
import type { Shell } from '../shell.ts';
import { snakeCase } from '../snake-case.ts';

export function registerLog(program: Command, start: Start): void {
  program
    .command('log')
    .description('Show the journal of the session; with --json one record a line.')
    .option('-f, --follow', 'go on with records as they are made', false)
    .addHelpText('after', examples('staged-fs log', 'staged-fs log -f --json'))
    .action(async ({ follow }: { follow: boolean }) => {
      await start(async (shell) => await showLog(shell, follow));
    });
}

async function showLog(shell: Shell, follow: boolean): Promise<void> {
  const session = await shell.session();
  const places = await shell.places();
  const line = shell.json
    ? (record: LogRecord) => jsonLine(snakeCase(record))
    : (record: LogRecord) => textLine(record, places);
  await shell.out.pipe(lines(session.log({ follow, signal: shell.io.signal }), line));
  shell.noteInterruption();
}

async function* lines(
  records: AsyncIterable<LogRecord>,
  line: (record: LogRecord) => string,
): AsyncGenerator<string> {
  for await (const record of records) yield line(record);
}

function textLine({ seq, op, path, pendingCount, tsMs }: LogRecord, places: Places): string {
  const cells = [String(seq).padStart(5), new Date(tsMs).toISOString(), op.padEnd(16)];
  const place = path === null ? [] : [places.shown(path)];
  return `${[...cells, ...place, `(${pendingCount} pending)`].join('  ')}\n`;
}
