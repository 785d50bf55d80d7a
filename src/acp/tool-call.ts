import type {
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';
import type { Edit, FileAccess } from './file-access.ts';
import type { Instruction } from './instructions.ts';
import { shownText } from './shown-text.ts';

/** An instruction that works on a file. */
export type FileInstruction = Extract<Instruction, { readonly path: string }>;

/** One tool call, and what it works with. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly instruction: FileInstruction;
  readonly files: FileAccess;
  readonly signal: AbortSignal;
  readonly update: (update: SessionUpdate) => Promise<void>;
  /** Runs work with its mutations attributed to the call. */
  readonly attributed: <T>(work: () => Promise<T>) => Promise<T>;
}

const KINDS = {
  write: 'edit',
  append: 'edit',
  delete: 'delete',
  read: 'read',
  list: 'read',
} as const satisfies Record<FileInstruction['verb'], ToolKind>;

/** Announces the call, does it, and reports what came of it; answers whether it went well. */
export async function runToolCall(call: ToolCall): Promise<boolean> {
  const { toolCallId, update } = call;
  await update({ sessionUpdate: 'tool_call', status: 'in_progress', ...descriptionOf(call) });
  const outcome = await outcomeOf(call);
  await update({ sessionUpdate: 'tool_call_update', toolCallId, ...outcome });
  return outcome.status === 'completed';
}

function descriptionOf({ toolCallId, instruction }: ToolCall): {
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations: { path: string }[];
  readonly rawInput: FileInstruction;
} {
  const { verb, path } = instruction;
  const kind = KINDS[verb];
  return {
    toolCallId,
    title: `${verb} ${path}`,
    kind,
    locations: [{ path }],
    rawInput:
      'text' in instruction ? { ...instruction, text: shownText(instruction.text) } : instruction,
  };
}

type Outcome = Pick<ToolCallUpdate, 'status' | 'content'>;

async function outcomeOf(call: ToolCall): Promise<Outcome> {
  try {
    return { status: 'completed', content: await call.attributed(async () => await work(call)) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { status: 'failed', content: [textContent(text)] };
  }
}

async function work({ instruction, files, signal }: ToolCall): Promise<ToolCallContent[]> {
  const { verb, path } = instruction;
  switch (verb) {
    case 'write':
    case 'append':
      return [editContent(path, await files[verb](path, instruction.text, signal))];
    case 'delete':
      return [deleteContent(path, await files.remove(path, signal))];
    case 'read':
      return [textContent(await files.read(path, signal))];
    case 'list':
      return [textContent((await files.list(path)).join('\n'))];
  }
}

function editContent(path: string, edit: Edit | undefined): ToolCallContent {
  return edit === undefined
    ? textContent(`${path}: too large, or no text, to be shown`)
    : { type: 'diff', path, ...edit };
}

// A diff can't say that the file is gone: version 1 of the protocol has no word for it.
function deleteContent(path: string, edit: Edit | undefined): ToolCallContent {
  if (edit === undefined || edit.oldText === null) return textContent(`${path} is deleted`);
  return { type: 'diff', path, ...edit, _meta: { harn: { kind: 'delete' } } };
}

function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text: shownText(text) } };
}
