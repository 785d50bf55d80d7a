import type { Shell } from '../shell.ts';
import { Stage } from './stage.ts';

/** Plays the whole story in a directory of its own, which is gone at the end, whatever the end. */
export async function tellStory(shell: Shell): Promise<void> {
  const { createScratchDirectory } = await import('../../engine/scratch.ts');
  const scratch = await createScratchDirectory();
  try {
    const stage = new Stage(shell, scratch.path);
    await stage.plant(REPOSITORY);
    for (const scene of SCENES) {
      if (shell.io.signal.aborted || shell.out.isClosed) break;
      await scene(stage);
    }
  } finally {
    await scratch.remove();
  }
  await shell.print(
    '\n# The directory of this demonstration is removed; nothing is left behind.\n',
  );
  shell.noteInterruption();
}

const REPOSITORY: Readonly<Record<string, string>> = {
  'README.md': '# Greeter\n\nSays hello.\n',
  'src/greet.js': 'export function greet(name) {\n  return "Hello " + name;\n}\n',
  'src/legacy.js': 'export const greeting = "Hello";\n',
};

const NEW_GREET = 'export function greet(name) {\n  return "Hello, " + name + "!";\n}\n';
const NEW_FAREWELL = 'export function farewell(name) {\n  return "Goodbye, " + name + ".";\n}\n';

type Scene = (stage: Stage) => Promise<void>;

const SCENES: readonly Scene[] = [
  async (stage) => {
    await stage.tell('A small repository. An agent will work on it, under staging.');
    await stage.system('find . -type f -not -path "./.harn/*" | sort');
  },
  async (stage) => {
    await stage.tell('The agent changes a file, adds one and deletes one.');
    await stage.staged(['write', 'src/greet.js'], NEW_GREET);
    await stage.staged(['write', 'src/farewell.js'], NEW_FAREWELL);
    await stage.staged(['rm', 'src/legacy.js']);
  },
  async (stage) => {
    await stage.tell('The working tree is untouched.');
    await stage.system('ls src');
    await stage.system('cat src/greet.js');
  },
  async (stage) => {
    await stage.tell('The agent sees its own work.');
    await stage.staged(['ls', 'src']);
    await stage.staged(['cat', 'src/greet.js']);
  },
  async (stage) => {
    await stage.tell('You see what is pending, and the patch git would print.');
    await stage.staged(['status']);
    await stage.staged(['diff']);
  },
  async (stage) => {
    await stage.tell('You take one file.');
    await stage.staged(['commit', 'src/greet.js']);
    await stage.system('cat src/greet.js');
  },
  async (stage) => {
    await stage.tell('And drop the rest.');
    await stage.staged(['discard']);
    await stage.staged(['status']);
    await stage.system('ls src');
  },
  async (stage) => {
    await stage.tell('The stored state of the session is whole.');
    await stage.staged(['verify']);
  },
];
