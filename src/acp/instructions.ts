import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { invalidArgument } from './error-code.ts';

/** The slash commands, with what a client shows beside them. */
export const COMMANDS = {
  staged: 'List the pending changes',
  diff: 'Show the pending changes as a git patch',
  commit: 'Apply the pending changes, or those at the given paths',
  discard: 'Drop the pending changes, or those at the given paths',
} as const;

export type CommandName = keyof typeof COMMANDS;

/** One line of a prompt. */
export type Instruction =
  | { readonly verb: 'write' | 'append'; readonly path: string; readonly text: string }
  | { readonly verb: 'delete' | 'read' | 'list'; readonly path: string }
  | { readonly verb: 'command'; readonly name: CommandName; readonly paths: readonly string[] }
  | { readonly verb: 'unknown'; readonly line: string };

export const GRAMMAR: string = [
  'write PATH: TEXT',
  'append PATH: TEXT',
  'delete PATH',
  'read PATH',
  'list PATH',
  ...Object.keys(COMMANDS).map((name) => `/${name}`),
].join('\n');

/**
 * Reads a prompt: one instruction a line. In TEXT, `\n`, `\t` and `\\` stand for themselves.
 * @throws ERR_STAGED_INVALID_ARGUMENT for a link that names no file
 */
export function instructionsIn(prompt: readonly ContentBlock[]): Instruction[] {
  const lines = prompt.map(textOf).join('').split(/\r?\n/);
  return lines.filter((line) => line.trim() !== '').map(parse);
}

function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource_link' ? pathIn(block.uri) : '';
}

function pathIn(uri: string): string {
  const path = uri.startsWith('file:') ? tryPath(uri) : uri;
  // A line end would make what follows it an instruction of its own.
  if (path !== undefined && !path.includes('\n')) return path;
  throw invalidArgument('prompt', `The link ${JSON.stringify(uri)} names no file.`);
}

function tryPath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    // Of another host, or with an encoded slash.
    return undefined;
  }
}

function parse(line: string): Instruction {
  return parseCommand(line) ?? parseText(line) ?? parsePath(line) ?? { verb: 'unknown', line };
}

function parseCommand(line: string): Instruction | undefined {
  const [name, ...paths] = line.trim().split(/\s+/);
  const command = name?.startsWith('/') === true ? name.slice(1) : '';
  return isCommand(command) ? { verb: 'command', name: command, paths } : undefined;
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function parseText(line: string): Instruction | undefined {
  const [, verb, path, text = ''] = /^\s*(write|append)\s+(.+?):(?:\s(.*))?$/.exec(line) ?? [];
  if (path === undefined || (verb !== 'write' && verb !== 'append')) return undefined;
  return { verb, path, text: unescaped(text) };
}

function parsePath(line: string): Instruction | undefined {
  const [, verb, path = '.'] = /^\s*(delete|read|list)(?:\s+(.+?))?\s*$/.exec(line) ?? [];
  if (verb === 'list') return { verb, path };
  const isWhole = /^\s*\S+\s+\S/.test(line);
  return isWhole && (verb === 'delete' || verb === 'read') ? { verb, path } : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

function unescaped(text: string): string {
  return text.replace(/\\([nt\\])/g, (whole, letter: string) => ESCAPES[letter] ?? whole);
}
