import { CommanderError } from 'commander';
import { EXIT, exitCodeOf } from './exit-code.ts';
import type { CliIo } from './io.ts';
import { Output } from './output.ts';
import { buildProgram, type TextSink } from './program.ts';
import { errorJsonOf, errorReport } from './report.ts';
import { type Globals, Shell } from './shell.ts';

/** Runs one command line, without the program's name; answers the exit code. Never rejects. */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  const text: TextSink = { out: '', err: '' };
  let exitCode: number = EXIT.done;
  const program = buildProgram(async (work) => {
    exitCode = await runInShell(new Shell(io, program.opts<Globals>(), runCli), work);
  }, text);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return await endEarly(error, { argv, io, text });
    throw error;
  }
}

interface EarlyEnd {
  readonly argv: readonly string[];
  readonly io: CliIo;
  readonly text: TextSink;
}

async function runInShell(shell: Shell, work: (shell: Shell) => Promise<void>): Promise<number> {
  try {
    await using open = shell;
    await work(open);
  } catch (error) {
    const json = errorJsonOf(error);
    await shell.err.print(errorReport(json, shell.json));
    shell.noteExit(exitCodeOf(json.code));
  }
  return shell.exitCode;
}

// Commander ends with an error also after --help and --version.
async function endEarly(error: CommanderError, { argv, io, text }: EarlyEnd): Promise<number> {
  await new Output(io.stdout).print(text.out);
  if (error.exitCode === 0) return EXIT.done;
  const message = error.code === 'commander.help' ? 'A command is missing.' : usageMessage(error);
  const report = errorReport(
    { code: 'ERR_STAGED_INVALID_ARGUMENT', message, data: {}, hint: HINT },
    argv.includes('--json'),
  );
  await new Output(io.stderr).print(report);
  return EXIT.usage;
}

const HINT = 'Run `staged-fs --help`, or `staged-fs COMMAND --help`, for the usage.';

// Commander writes `error: unknown option '--x'`.
function usageMessage({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '').replace(/\n/g, ' ');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.)]$/.test(plain) ? '' : '.'}`;
}
