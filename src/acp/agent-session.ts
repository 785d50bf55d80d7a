import { isAbsolute, join } from 'node:path';
import type {
  AgentContext,
  ContentBlock,
  PromptResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import { isStagedFsError } from '../base/errors.ts';
import type { Engine } from '../engine/types.ts';
import type { Session } from '../session/api/session-api.ts';
import { invalidArgument } from './error-code.ts';
import type { FileAccess } from './file-access.ts';
import { GRAMMAR, type Instruction, instructionsIn } from './instructions.ts';
import { messagePieces } from './shown-text.ts';
import { AVAILABLE_COMMANDS, runCommand } from './slash-commands.ts';
import { type FileInstruction, runToolCall } from './tool-call.ts';

/** What a session of the small agent consists of. */
export interface AgentSessionParts {
  readonly session: Session;
  readonly engine: Engine;
  readonly client: AgentContext;
  readonly files: FileAccess;
  /** Absolute; paths of prompts are relative to it. */
  readonly cwd: string;
}

/** One conversation: does what the lines of a prompt say, in order. */
export class AgentSession {
  readonly #parts: AgentSessionParts;
  #turn: AbortController | undefined;
  #toolCalls = 0;

  constructor(parts: AgentSessionParts) {
    this.#parts = parts;
  }

  async announceCommands(): Promise<void> {
    await this.#update({
      sessionUpdate: 'available_commands_update',
      availableCommands: AVAILABLE_COMMANDS,
    });
  }

  async prompt(prompt: readonly ContentBlock[], request: AbortSignal): Promise<PromptResponse> {
    if (this.#turn !== undefined) {
      throw invalidArgument('sessionId', 'A prompt of this session is still running.');
    }
    this.#turn = new AbortController();
    const signal = AbortSignal.any([this.#turn.signal, request]);
    try {
      for (const instruction of instructionsIn(prompt)) {
        if (signal.aborted) break;
        await this.#follow(instruction, signal);
      }
      return { stopReason: signal.aborted ? 'cancelled' : 'end_turn' };
    } finally {
      this.#turn = undefined;
    }
  }

  cancel(): void {
    this.#turn?.abort();
  }

  async #follow(instruction: Instruction, signal: AbortSignal): Promise<void> {
    if (instruction.verb === 'unknown') {
      const line = instruction.line.slice(0, 200);
      await this.#say(`I do not understand \`${line}\`. I can do:\n\n${GRAMMAR}`);
    } else if (instruction.verb === 'command') {
      await this.#command(instruction, signal);
    } else {
      await this.#callTool({ ...instruction, path: this.#absolute(instruction.path) }, signal);
    }
  }

  async #command(
    { name, paths }: Extract<Instruction, { readonly verb: 'command' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const call = { name, paths: paths.map((path) => this.#absolute(path)), signal };
    try {
      await this.#say(await runCommand(this.#parts.session, call));
    } catch (error) {
      if (!isStagedFsError(error)) throw error;
      await this.#say(`/${name} failed: ${error.message}`);
    }
  }

  async #callTool(instruction: FileInstruction, signal: AbortSignal): Promise<void> {
    const { engine, files } = this.#parts;
    this.#toolCalls += 1;
    const toolCallId = `call_${this.#toolCalls}`;
    const isDone = await runToolCall({
      toolCallId,
      instruction,
      files,
      signal,
      update: async (update) => {
        await this.#update(update);
      },
      attributed: async (work) => await engine.withToolCall(toolCallId, work),
    });
    const { verb, path } = instruction;
    if (!signal.aborted) await this.#say(`${verb} ${path}: ${isDone ? 'done' : 'failed'}\n`);
  }

  async #say(message: string): Promise<void> {
    for (const text of messagePieces(message)) {
      await this.#update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    }
  }

  async #update(update: SessionUpdate): Promise<void> {
    const { client, session } = this.#parts;
    await client.notify('session/update', { sessionId: session.id, update });
  }

  #absolute(path: string): string {
    return isAbsolute(path) ? path : join(this.#parts.cwd, path);
  }
}
