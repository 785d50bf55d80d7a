import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Engine } from '../../engine/types.ts';
import type { Shell } from '../shell.ts';

/** Where the demonstration takes place: tells, shows commands, and really runs them. */
export class Stage {
  readonly #shell: Shell;
  readonly #directory: string;

  constructor(shell: Shell, directory: string) {
    this.#shell = shell;
    this.#directory = directory;
  }

  /** Writes the files of the repository, straight to disk. */
  async plant(files: Readonly<Record<string, string>>): Promise<void> {
    await using engine = await openEngineAt(this.#directory);
    const disk = await engine.immediate();
    for (const [path, content] of Object.entries(files)) await disk.write(path, content);
  }

  async tell(text: string): Promise<void> {
    await this.#shell.print(`\n# ${text}\n`);
  }

  /** Runs a command of the system. */
  async system(command: string): Promise<void> {
    await this.#shell.print(`$ ${command}\n`);
    const child = spawn(command, {
      shell: true,
      cwd: this.#directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    await this.#shell.out.pipe(child.stdout);
    await closed;
  }

  /** Runs a command of staged-fs; `input` is what its user would type as a here-document. */
  async staged(argv: readonly string[], input?: string): Promise<void> {
    const document = input === undefined ? '' : ` <<'END'\n${input}END`;
    await this.#shell.print(`$ staged-fs ${argv.join(' ')}${document}\n`);
    const exitCode = await this.#shell.runCli(argv, {
      ...this.#streams(),
      stdin: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
      // The user's own settings must not lead the story to another workspace.
      env: { STAGED_FS_ROOT: this.#directory, NO_COLOR: '1', GIT_PAGER: '' },
      cwd: this.#directory,
      signal: this.#shell.io.signal,
    });
    this.#shell.noteExit(exitCode);
  }

  #streams(): Pick<Shell['io'], 'stdout' | 'stderr'> {
    const { stdout, stderr } = this.#shell.io;
    return { stdout, stderr };
  }
}

// Apart from `await using`: TypeScript leaves the specifier of an import beside it unchanged.
async function openEngineAt(root: string): Promise<Engine> {
  const { openEngine } = await import('../../engine/engine.ts');
  return await openEngine({ root });
}
