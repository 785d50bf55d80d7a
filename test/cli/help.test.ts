import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';

const COMMANDS = [
  'mode',
  'write',
  'rm',
  'cat',
  'ls',
  'outline',
  'status',
  'diff',
  'apply',
  'commit',
  'discard',
  'log',
  'sessions',
  'verify',
  'shadow',
  'serve',
  'acp',
  'demo',
];

describe('the help', () => {
  it('names every command', () => {
    const program = buildProgram(async () => await Promise.resolve());
    expect(program.commands.map((command) => command.name())).toEqual(COMMANDS);
    for (const command of COMMANDS) expect(helpOf(program)).toContain(`\n  ${command}`);
  });

  it.each(['', ...COMMANDS])('of %j has examples, which parse', async (name) => {
    const examples = examplesIn(helpOf(commandNamed(buildProgram(nothing), name)));
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      let isRun = false;
      const program = buildProgram(async () => {
        isRun = true;
        await Promise.resolve();
      });
      await program.parseAsync(argumentsIn(example), { from: 'user' });
      expect({ example, isRun }).toEqual({ example, isRun: true });
      if (name !== '') expect(argumentsIn(example)).toContain(name);
    }
  });
});

async function nothing(): Promise<void> {
  await Promise.resolve();
}

function commandNamed(program: Command, name: string): Command {
  return program.commands.find((command) => command.name() === name) ?? program;
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

function examplesIn(help: string): string[] {
  return help
    .split('\n')
    .filter((line) => line.startsWith('  $ '))
    .map((line) => line.slice(4));
}

// What stands after the program's name, with the quotes a shell takes away.
function argumentsIn(example: string): string[] {
  const line = /staged-fs (.*)$/.exec(example)?.[1] ?? '';
  return Array.from(
    line.matchAll(/'([^']*)'|(\S+)/g),
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
