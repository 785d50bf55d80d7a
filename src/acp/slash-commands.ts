import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { Session } from '../session/api/session-api.ts';
import { COMMANDS, type CommandName } from './instructions.ts';

/** The slash commands as they are announced. */
export const AVAILABLE_COMMANDS: AvailableCommand[] = Object.entries(COMMANDS).map(
  ([name, description]) => ({
    name,
    description,
    ...(name !== 'staged' && { input: { hint: 'paths' } }),
  }),
);

/** Which pending changes a command is about; absolute, all when there are none. */
export interface CommandCall {
  readonly name: CommandName;
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

/** Does a slash command; answers what to tell the user, in Markdown. */
export async function runCommand(session: Session, call: CommandCall): Promise<string> {
  const paths = call.paths.length === 0 ? null : call.paths;
  switch (call.name) {
    case 'staged':
      return await stagedText(session);
    case 'diff':
      return await diffText(session, paths, call.signal);
    case 'commit':
      return await commitText(session, paths, call.signal);
    case 'discard':
      return listText('Discarded', (await session.discard({ paths })).discardedPaths);
  }
}

async function stagedText(session: Session): Promise<string> {
  const { pendingWrites } = await session.status();
  return listText(
    'Pending',
    pendingWrites.map(
      ({ kind, path, byteDelta }) => `${kind} ${path} (${signed(byteDelta)} bytes)`,
    ),
  );
}

type Paths = readonly string[] | null;

async function diffText(session: Session, paths: Paths, signal: AbortSignal): Promise<string> {
  const bytes = await session.diff({ paths, signal });
  if (bytes.length === 0) return 'No changes.';
  if (bytes.length > MOST_PATCH_BYTES)
    return `The patch has ${bytes.length} bytes: too many to show.`;
  const patch = Buffer.from(bytes).toString();
  const fence = fenceFor(patch);
  return `${fence}diff\n${patch}${fence}`;
}

// A chat is no place for more.
const MOST_PATCH_BYTES = 16 * 1024 * 1024;

// Longer than any run of backticks in it.
function fenceFor(text: string): string {
  let length = 3;
  for (const [run] of text.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}

async function commitText(session: Session, paths: Paths, signal: AbortSignal): Promise<string> {
  const { committedPaths, failedPathsWithReasons } = await session.commit({ paths, signal });
  const failed = failedPathsWithReasons.map(({ path, reason }) => `${path}: ${reason}`);
  const committed = listText('Committed', committedPaths);
  return failed.length === 0 ? committed : `${committed}\n\n${listText('Not committed', failed)}`;
}

function listText(title: string, items: readonly string[]): string {
  if (items.length === 0) return `${title}: nothing.`;
  return [`${title}:`, ...items.map((item) => `- ${item}`)].join('\n');
}

function signed(bytes: number): string {
  return bytes < 0 ? String(bytes) : `+${bytes}`;
}
