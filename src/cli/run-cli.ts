import { CommanderError } from 'commander';
import type { StagedFsErrorJson } from '../base/errors.ts';
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

// Where even that can't be printed, the exit code is left to tell.
async function report(err: Output, json: StagedFsErrorJson, asJson: boolean): Promise<number> {
  await err.print(errorReport(json, asJson)).catch(() => undefined);
  return exitCodeOf(json.code);
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
    shell.noteExit(await report(shell.err, errorJsonOf(error), shell.json));
  }
  return shell.exitCode;
}

// Commander ends with an error also after --help and --version.
async function endEarly(error: CommanderError, { argv, io, text }: EarlyEnd): Promise<number> {
  const asJson = argv.includes('--json');
  const err = new Output(io.stderr);
  try {
    await new Output(io.stdout).print(text.out);
  } catch (failure) {
    return await report(err, errorJsonOf(failure), asJson);
  }
  if (error.exitCode === 0) return EXIT.done;
  const message = error.code === 'commander.help' ? 'A command is missing.' : usageMessage(error);
  const wrong = { code: 'ERR_STAGED_INVALID_ARGUMENT', message, data: {}, hint: HINT } as const;
  return await report(err, wrong, asJson);
}

const HINT = 'Run `staged-fs --help`, or `staged-fs COMMAND --help`, for the usage.';

// Commander writes `error: unknown option '--x'`.
function usageMessage({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '').replace(/\n/g, ' ');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.)]$/.test(plain) ? '' : '.'}`;
}
