// The real thing beside the model: one workspace, two engines on it.
import type { Engine, Session } from '../../src/index.ts';
import { isStagedFsError } from '../../src/index.ts';
import { testEngine } from '../support/test-engine.ts';
import type { PlainDirectory } from './plain-directory.ts';
import type { Answer } from './staging.ts';
import type { Who } from './steps.ts';
import type { ModelSession } from './world.ts';

export class Reality implements AsyncDisposable {
  /** The workspace itself: edited as an outside program would. */
  readonly workspace: PlainDirectory;
  #engines: readonly [Engine, Engine];
  #turns = 0;

  private constructor(workspace: PlainDirectory, engines: readonly [Engine, Engine]) {
    this.workspace = workspace;
    this.#engines = engines;
  }

  static async open(workspace: PlainDirectory): Promise<Reality> {
    return new Reality(workspace, await openTwo(workspace.root));
  }

  async session(model: ModelSession, engine: Who): Promise<Session> {
    return await this.#engines[engine].session(model.id);
  }

  /** The two by turns, two steps each. */
  nextEngine(): Who {
    this.#turns += 1;
    return this.#turns % 4 < 2 ? 0 : 1;
  }

  async reopen(): Promise<void> {
    await this[Symbol.asyncDispose]();
    this.#engines = await openTwo(this.workspace.root);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const engine of this.#engines) await engine.close();
  }
}

async function openTwo(root: string): Promise<readonly [Engine, Engine]> {
  return [await testEngine(root), await testEngine(root)];
}

/** What a call came to; anything but an error of ours is thrown on. */
export async function answerOf(call: Promise<unknown>): Promise<Answer> {
  try {
    return { value: await call };
  } catch (error) {
    if (isStagedFsError(error)) return { code: error.code };
    throw error;
  }
}
