import type { PlacedEntry } from '../base/entry.ts';
import { entryFromJson, entryToJson } from '../base/entry-json.ts';
import { isMode, type Mode } from '../base/ids.ts';
import { corrupt, countOf, type JsonObject, objectOf, stringOf } from '../base/json.ts';
import type { Operation, StateChange } from '../base/state-change.ts';
import { parseWorkspacePath, type WorkspacePath } from '../base/workspace-path.ts';
import type { JournalRecord } from './record.ts';

const OPERATIONS: ReadonlySet<string> = new Set<Operation>([
  'set_mode',
  'write',
  'safe_text_patch',
  'delete',
  'commit_staged',
  'discard_staged',
  'adopt',
  'checkpoint',
  'rotate',
]);

/** The fields of `record`, ready for `JSON.stringify`. */
export function recordToJson(record: JournalRecord, root: string): JsonObject {
  const { op, path, pendingCount, tsMs, sessionId, change, note } = record;
  return {
    op,
    path: path === null ? null : absolutePathOf(path, root),
    pending_count: pendingCount,
    ts_ms: tsMs,
    ...(path === null ? {} : { key: path }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...changeToJson(change),
    ...(note === undefined ? {} : { note }),
  };
}

/** Reads a record from stored state. @throws ERR_STAGED_CORRUPT naming the field at fault. */
export function recordFromJson(json: JsonObject): JournalRecord {
  return {
    op: operationOf(json['op']),
    path: json['path'] === null ? null : parseWorkspacePath(json['key']),
    pendingCount: countOf(json, 'pending_count'),
    tsMs: countOf(json, 'ts_ms'),
    ...(json['session_id'] === undefined ? {} : { sessionId: stringOf(json, 'session_id') }),
    change: changeFromJson(json),
    ...(json['note'] === undefined ? {} : { note: objectOf(json['note'], 'note') }),
  };
}

function absolutePathOf(path: WorkspacePath, root: string): string {
  if (path === '') return root;
  return root.endsWith('/') ? root + path : `${root}/${path}`;
}

function changeToJson(change: StateChange): JsonObject {
  const { reset, mode, clear = [], drop = [], put = [] } = change;
  return {
    ...(reset === true ? { reset } : {}),
    ...(mode === undefined ? {} : { mode }),
    ...(clear.length === 0 ? {} : { clear }),
    ...(drop.length === 0 ? {} : { drop }),
    ...(put.length === 0 ? {} : { put: put.map(({ path, entry }) => [path, entryToJson(entry)]) }),
  };
}

function operationOf(value: unknown): Operation {
  const isKnown = typeof value === 'string' && OPERATIONS.has(value);
  return isKnown ? (value as Operation) : corrupt('op', 'a known operation', value);
}

function changeFromJson(json: JsonObject): StateChange {
  const { reset, mode, clear, drop, put } = json;
  return {
    ...(reset === undefined ? {} : { reset: trueOf(reset) }),
    ...(mode === undefined ? {} : { mode: modeOf(mode) }),
    ...(clear === undefined ? {} : { clear: listOf(clear, 'clear').map(parseWorkspacePath) }),
    ...(drop === undefined ? {} : { drop: listOf(drop, 'drop').map(parseWorkspacePath) }),
    ...(put === undefined ? {} : { put: listOf(put, 'put').map(placedOf) }),
  };
}

function trueOf(value: unknown): true {
  return value === true ? value : corrupt('reset', 'true', value);
}

function modeOf(value: unknown): Mode {
  return isMode(value) ? value : corrupt('mode', '"immediate" or "staged"', value);
}

function listOf(value: unknown, field: string): readonly unknown[] {
  return Array.isArray(value) ? value : corrupt(field, 'a list', value);
}

function placedOf(value: unknown): PlacedEntry {
  const [path, entry] = listOf(value, 'put');
  if (path === '') return corrupt('put', 'a path below the root', path);
  return { path: parseWorkspacePath(path), entry: entryFromJson(entry) };
}
