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

/** A part of a line: what was typed, or the path of a link. */
interface Piece {
  readonly isLink: boolean;
  readonly text: string;
}

/**
 * Reads a prompt: one instruction a line. In TEXT, `\n`, `\t` and `\\` stand for themselves. A path
 * after a slash command is a link, a word, or stands in double quotes.
 * @throws ERR_STAGED_INVALID_ARGUMENT for a link that names no file
 */
export function instructionsIn(prompt: readonly ContentBlock[]): Instruction[] {
  const lines = linesOf(prompt.flatMap(pieceOf));
  return lines.filter((line) => textOf(line).trim() !== '').map(parse);
}

function pieceOf(block: ContentBlock): Piece[] {
  if (block.type === 'text') return [{ isLink: false, text: block.text }];
  return block.type === 'resource_link' ? [{ isLink: true, text: pathIn(block.uri) }] : [];
}

// A link is no line of its own, whatever its path.
function linesOf(pieces: readonly Piece[]): Piece[][] {
  let line: Piece[] = [];
  const lines = [line];
  for (const piece of pieces) {
    const [first = '', ...rest] = piece.isLink ? [piece.text] : piece.text.split(/\r?\n/);
    line.push({ ...piece, text: first });
    for (const text of rest) {
      line = [{ ...piece, text }];
      lines.push(line);
    }
  }
  return lines;
}

function textOf(line: readonly Piece[]): string {
  return line.map(({ text }) => text).join('');
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

function parse(pieces: readonly Piece[]): Instruction {
  const line = textOf(pieces);
  const read = parseCommand(pieces) ?? parseText(line) ?? parsePath(line);
  // No system has longer ones, and clients take no line that echoes one several times.
  const isLong = read !== undefined && 'path' in read && read.path.length > LONGEST_PATH;
  return read === undefined || isLong ? { verb: 'unknown', line } : read;
}

const LONGEST_PATH = 4096;

function parseCommand(pieces: readonly Piece[]): Instruction | undefined {
  const [first, ...paths] = pieces.flatMap(wordsOf);
  if (first === undefined || first.isLink || !first.text.startsWith('/')) return undefined;
  const name = first.text.slice(1);
  if (!isCommand(name)) return undefined;
  return { verb: 'command', name, paths: paths.map(({ text }) => text) };
}

function wordsOf(piece: Piece): Piece[] {
  if (piece.isLink) return [piece];
  return Array.from(piece.text.matchAll(WORD), ([word, quoted]) => {
    return { isLink: false, text: quoted?.replace(/\\(["\\])/g, '$1') ?? word };
  });
}

const WORD = /"((?:[^"\\]|\\.)*)"|\S+/g;

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
