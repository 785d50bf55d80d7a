import type { Command } from 'commander';
import { readSource } from '../../engine/read-source.ts';
import { examples, type Start } from '../command.ts';
import { stageOnFirstUse } from '../first-use.ts';
import { printablePath } from '../printable.ts';
import type { Shell } from '../shell.ts';

export function registerApply(program: Command, start: Start): void {
  program
    .command('apply')
    .description('Stage a git patch, all files or none.')
    .argument('[file]', 'the patch; standard input by default')
    .option('--dry-run', 'only find out whether it fits', false)
    .addHelpText(
      'after',
      examples('git diff | staged-fs apply', 'staged-fs apply --dry-run fix.patch'),
    )
    .action(async (file: string | undefined, { dryRun }: { dryRun: boolean }) => {
      await start(async (shell) => await apply(shell, file, dryRun));
    });
}

async function apply(shell: Shell, file: string | undefined, dryRun: boolean): Promise<void> {
  const session = await shell.session();
  const patch = await readPatch(shell, file);
  await stageOnFirstUse(session);
  const result = await session.applyPatch(patch, { dryRun, signal: shell.io.signal });
  if (shell.json) return await shell.printJson(result);
  const places = await shell.places();
  const verb = dryRun ? 'fits' : 'staged';
  const lines = result.appliedPaths.map(
    (path) => `${verb}  ${printablePath(places.shown(path))}\n`,
  );
  await shell.print(lines.join(''));
}

async function readPatch(shell: Shell, file: string | undefined): Promise<Uint8Array> {
  if (file !== undefined && file !== '-') return await readSource(shell.resolve(file));
  const pieces: Uint8Array[] = [];
  const source: AsyncIterable<Uint8Array> = shell.io.stdin;
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
