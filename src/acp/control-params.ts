import { isMode, type Mode } from '../base/ids.ts';
import { isJsonObject } from '../base/json.ts';
import { shownValue } from '../base/shown-value.ts';
import { invalidArgument } from './error-code.ts';

/** The session a control is about; `session_id` is the reference's other spelling. */
export function sessionIdOf(params: unknown): string {
  const id = fieldOf(params, 'sessionId') ?? fieldOf(params, 'session_id');
  if (typeof id === 'string') return id;
  throw invalidArgument(
    'sessionId',
    `Expected \`sessionId\` to be a string, got ${shownValue(id)}.`,
  );
}

export function modeOf(params: unknown): Mode {
  const mode = fieldOf(params, 'mode');
  if (isMode(mode)) return mode;
  throw invalidArgument(
    'mode',
    `Expected \`mode\` to be "immediate" or "staged", got ${shownValue(mode)}.`,
  );
}

/** The selected paths; null when all are meant, which an empty list does not mean. */
export function pathsOf(params: unknown): readonly string[] | null {
  const paths = fieldOf(params, 'paths') ?? null;
  if (paths === null) return null;
  if (Array.isArray(paths) && paths.every(isString)) return paths;
  throw invalidArgument(
    'paths',
    `Expected \`paths\` to be a list of strings, got ${shownValue(paths)}.`,
  );
}

function fieldOf(params: unknown, name: string): unknown {
  return isJsonObject(params) ? params[name] : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
