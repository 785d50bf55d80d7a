import { Command } from 'commander';
import type { Start } from './command.ts';
import { examples } from './command.ts';
import { registerAcp } from './commands/acp.ts';
import { registerApply } from './commands/apply.ts';
import { registerCat } from './commands/cat.ts';
import { registerCommit } from './commands/commit.ts';
import { registerDemo } from './commands/demo.ts';
import { registerDiff } from './commands/diff.ts';
import { registerDiscard } from './commands/discard.ts';
import { registerLog } from './commands/log.ts';
import { registerLs } from './commands/ls.ts';
import { registerMode } from './commands/mode.ts';
import { registerOutline } from './commands/outline.ts';
import { registerRm } from './commands/rm.ts';
import { registerServe } from './commands/serve.ts';
import { registerSessions } from './commands/sessions.ts';
import { registerShadow } from './commands/shadow.ts';
import { registerStatus } from './commands/status.ts';
import { registerVerify } from './commands/verify.ts';
import { registerWrite } from './commands/write.ts';
import { packageVersion } from './package-version.ts';

/** Takes what commander prints: help, and usage errors. */
export interface TextSink {
  out: string;
  err: string;
}

/** The command line; `start` runs a command's work. Throws where commander would exit. */
export function buildProgram(start: Start, text: TextSink = { out: '', err: '' }): Command {
  const program = new Command('staged-fs')
    // First: commands take these settings over when they are made.
    .exitOverride()
    .configureOutput({
      writeOut: (part) => (text.out += part),
      writeErr: (part) => (text.err += part),
      outputError: () => undefined,
    })
    .description('Stages file changes beside a workspace, for review, commit or discard.')
    .version(packageVersion())
    .option('--root <dir>', 'the workspace (env STAGED_FS_ROOT; else found from here up)')
    .option('--session <id>', 'the session (env STAGED_FS_SESSION; else "default")')
    .option('--json', 'print results and errors as JSON')
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      examples(
        'echo hello | staged-fs write greeting.txt',
        'staged-fs status',
        'staged-fs diff',
        'staged-fs commit',
        'staged-fs demo',
      ),
    );
  for (const register of COMMANDS) register(program, start);
  return program;
}

const COMMANDS: readonly ((program: Command, start: Start) => void)[] = [
  registerMode,
  registerWrite,
  registerRm,
  registerCat,
  registerLs,
  registerOutline,
  registerStatus,
  registerDiff,
  registerApply,
  registerCommit,
  registerDiscard,
  registerLog,
  registerSessions,
  registerVerify,
  registerShadow,
  registerServe,
  registerAcp,
  registerDemo,
];
