import { type Command, Option } from 'commander';
import type { FileMode } from '../../base/file-mode.ts';
import type { ContentSource, WriteOptions } from '../../session/api/types.ts';
import { counted, examples, type Start } from '../command.ts';
import { stageOnFirstUse } from '../first-use.ts';
import type { Shell } from '../shell.ts';

export function registerWrite(program: Command, start: Start): void {
  program
    .command('write')
    .description('Write a file, from standard input or another file.')
    .argument('<path>', 'the file to write')
    .option('--from <file>', 'take the bytes from FILE; - is standard input')
    .addOption(
      new Option('--file-mode <mode>', 'permissions; for a link the bytes are its target').choices([
        ...FILE_MODES.keys(),
      ]),
    )
    .option('--no-overwrite', 'fail if the file exists')
    .option('--no-create-parents', 'fail if the directory does not exist')
    .option('--snapshot <id>', 'the tool call this change belongs to')
    .addHelpText(
      'after',
      examples(
        'echo hello | staged-fs write greeting.txt',
        'staged-fs write --from build/app.js dist/app.js',
      ),
    )
    .action(async (path: string, flags: WriteFlags) => {
      await start(async (shell) => await write(shell, path, flags));
    });
}

interface WriteFlags {
  readonly from?: string;
  readonly fileMode?: string;
  readonly overwrite: boolean;
  readonly createParents: boolean;
  readonly snapshot?: string;
}

const FILE_MODES: ReadonlyMap<string, FileMode> = new Map([
  ['644', '100644'],
  ['755', '100755'],
  ['link', '120000'],
]);

async function write(shell: Shell, path: string, flags: WriteFlags): Promise<void> {
  const session = await shell.session();
  const places = await shell.places();
  const mode = await stageOnFirstUse(session);
  const source = sourceOf(shell, flags.from);
  const options = { ...optionsOf(flags), signal: shell.io.signal };
  const result = await session.writeFrom(places.absolute(path), source, options).finally(() => {
    // A write that failed early leaves a read of standard input behind, which would keep us alive.
    if (typeof source !== 'string') shell.io.stdin.destroy();
  });
  if (shell.json) return await shell.printJson(result);
  const verb = mode === 'staged' ? 'staged' : 'wrote';
  const size = counted(result.bytesWritten, 'byte');
  const novelty = result.created ? ', new' : '';
  await shell.print(`${verb}  ${places.shown(result.path)}  (${size}${novelty})\n`);
}

function sourceOf(shell: Shell, from: string | undefined): ContentSource {
  return from === undefined || from === '-' ? shell.io.stdin : shell.resolve(from);
}

function optionsOf(flags: WriteFlags): WriteOptions {
  const fileMode = FILE_MODES.get(flags.fileMode ?? '');
  return {
    overwrite: flags.overwrite,
    createParents: flags.createParents,
    ...(fileMode === undefined ? {} : { fileMode }),
    ...(flags.snapshot === undefined ? {} : { snapshotId: flags.snapshot }),
  };
}
