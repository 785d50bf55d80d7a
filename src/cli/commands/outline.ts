import type { Command } from 'commander';
import type {
  FileOutlineItem,
  FileOutlineResponse,
} from '../../harness/schemas/outline-schemas.ts';
import { examples, type Start } from '../command.ts';
import { printablePath } from '../printable.ts';
import type { Shell } from '../shell.ts';

export function registerOutline(program: Command, start: Start): void {
  program
    .command('outline')
    .description('Show what a file defines, as the session sees it.')
    .argument('<path>', 'the file to outline')
    .addHelpText('after', examples('staged-fs outline src/a.ts'))
    .action(async (path: string) => {
      await start(async (shell) => await showOutline(shell, path));
    });
}

async function showOutline(shell: Shell, given: string): Promise<void> {
  const path = (await shell.places()).absolute(given);
  const outline = { ...(await readOutline(shell, path)), path: given };
  await (shell.json ? shell.printJson(outline) : shell.print(textOf(outline)));
}

async function readOutline(shell: Shell, path: string): Promise<FileOutlineResponse> {
  // Late, as the engine: no other command reads sources.
  const { readSource } = await import('../../harness/source.ts');
  const { fileOutline } = await import('../../harness/file-outline.ts');
  const { syntax } = await shell.engine();
  const source = await readSource(await shell.session(), { path });
  return await fileOutline(syntax, { path, source, signal: shell.io.signal });
}

function textOf({ path, language, items }: FileOutlineResponse): string {
  const title = `${printablePath(path)}  (${printablePath(language)})`;
  if (items.length === 0) return `${title}: nothing to outline\n`;
  return [title, ...items.flatMap((item) => linesOf(item)), ''].join('\n');
}

function linesOf({ kind, name, start_row, end_row, children }: FileOutlineItem): string[] {
  const rows = start_row === end_row ? [start_row] : [start_row, end_row];
  // People count lines from 1.
  const lines = rows.map((row) => row + 1).join('-');
  const own = `${kind} ${printablePath(name)}  ${lines}`;
  const last = children.length - 1;
  return [own, ...children.flatMap((child, at) => branch(child, at === last))];
}

function branch(item: FileOutlineItem, isLast: boolean): string[] {
  const [first = '', ...rest] = linesOf(item);
  const below = isLast ? '   ' : '│  ';
  return [`${isLast ? '└─ ' : '├─ '}${first}`, ...rest.map((line) => below + line)];
}
