// Random work on the engine beside the same work on a plain directory.
import * as fs from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { isLong } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { PlainDirectory } from './plain-directory.ts';
import { Reality } from './reality.ts';
import { runStep } from './run-step.ts';
import { type Step, steps } from './steps.ts';
import { World } from './world.ts';

const numRuns = Number(process.env['FC_RUNS'] ?? (isLong ? 2000 : 12));

class StepCommand implements fc.AsyncCommand<World, Reality> {
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  async run(world: World, reality: Reality): Promise<void> {
    await runStep(world, reality, this.#step);
  }

  toString(): string {
    return JSON.stringify(this.#step);
  }
}

function plant(workspace: PlainDirectory): void {
  const file = (text: string, isExecutable = false) =>
    ({ kind: 'file', bytes: Buffer.from(text), isExecutable }) as const;
  workspace.write('a', file('one\n'));
  workspace.write('d/e/f', file('one\n'));
  workspace.write('d/g', file('two', true));
  workspace.write('é', file('one\r\n'));
  workspace.write('l', { kind: 'symlink', target: 'd' });
  fs.mkdirSync(workspace.at('d-'));
}

async function runAll(commands: Iterable<fc.AsyncCommand<World, Reality>>): Promise<void> {
  await using scratch = await tempWorkspace();
  const workspace = new PlainDirectory(join(scratch.root, 'workspace'));
  plant(workspace);
  const world = new World(scratch.root);
  world.lower.copyFrom(workspace.root);
  await using reality = await Reality.open(workspace);
  for (const model of world.sessions) {
    await (await reality.session(model, 0)).setMode('staged');
  }
  world.rebuild();
  await fc.asyncModelRun(() => ({ model: world, real: reality }), commands);
}

it('looks like a plain directory, whatever is done to it', async () => {
  const commands = fc.commands(
    steps.map((each) => each.map((step) => new StepCommand(step))),
    { size: 'max', maxCommands: isLong ? 60 : 25 },
  );
  const seed = process.env['FC_SEED'];
  const property = fc.asyncProperty(commands, runAll);
  const details = await fc.check(property, {
    numRuns,
    ...(seed !== undefined && { seed: Number(seed) }),
  });
  if (!details.failed) return;
  // With seed and path; the cause shows which check failed.
  const report = (await fc.asyncDefaultReportMessage(details)) ?? 'It failed.';
  throw new Error(report, { cause: details.errorInstance });
}, 1_800_000);
