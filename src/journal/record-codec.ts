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
  'apply_patch',
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
    ...(path === null || path === change.put?.[0]?.path ? {} : { key: path }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...changeToJson(change, tsMs),
    ...(note === undefined ? {} : { note }),
  };
}

/**
 * Reads a record from stored state, a long one step by step. @throws ERR_STAGED_CORRUPT naming the
 * field at fault.
 */
export function* recordFromJson(json: JsonObject): Generator<undefined, JournalRecord> {
  const tsMs = countOf(json, 'ts_ms');
  const change = yield* changeFromJson(json, tsMs);
  return {
    op: operationOf(json['op']),
    path: json['path'] === null ? null : keyOf(json, change),
    pendingCount: countOf(json, 'pending_count'),
    tsMs,
    ...(json['session_id'] === undefined ? {} : { sessionId: stringOf(json, 'session_id') }),
    change,
    ...(json['note'] === undefined ? {} : { note: objectOf(json['note'], 'note') }),
  };
}

function keyOf(json: JsonObject, change: StateChange): WorkspacePath {
  return json['key'] === undefined
    ? (change.put?.[0]?.path ?? corrupt('key', 'a path', undefined))
    : parseWorkspacePath(json['key']);
}

function absolutePathOf(path: WorkspacePath, root: string): string {
  if (path === '') return root;
  return root.endsWith('/') ? root + path : `${root}/${path}`;
}

function changeToJson(change: StateChange, tsMs: number): JsonObject {
  const { reset, mode, clear = [], drop = [], put = [] } = change;
  return {
    ...(reset === true ? { reset } : {}),
    ...(mode === undefined ? {} : { mode }),
    ...(clear.length === 0 ? {} : { clear }),
    ...(drop.length === 0 ? {} : { drop }),
    ...(put.length === 0 ? {} : { put: storedList(put, tsMs) }),
  };
}

/** Entries made ready at once: 0.1 ms. */
const FEW = 128;

// Of many each is made when its part of the line is.
function storedList(put: readonly PlacedEntry[], tsMs: number): readonly unknown[] {
  return put.length <= FEW
    ? put.map((placed) => placedToJson(placed, tsMs))
    : put.map((placed) => ({ toJSON: () => placedToJson(placed, tsMs) }));
}

// An agent writes the same few paths over and over: what goes without saying is a sixth of a line.
function placedToJson({ path, entry }: PlacedEntry, tsMs: number): readonly [string, JsonObject] {
  const { created_at_ms, file_mode, ...rest } = entryToJson(entry);
  return [
    path,
    {
      ...rest,
      ...(created_at_ms === tsMs ? {} : { created_at_ms }),
      ...(file_mode === undefined || file_mode === '100644' ? {} : { file_mode }),
    },
  ];
}

function operationOf(value: unknown): Operation {
  const isKnown = typeof value === 'string' && OPERATIONS.has(value);
  return isKnown ? (value as Operation) : corrupt('op', 'a known operation', value);
}

function* changeFromJson(json: JsonObject, tsMs: number): Generator<undefined, StateChange> {
  const { reset, mode, clear, drop, put } = json;
  return {
    ...(reset === undefined ? {} : { reset: trueOf(reset) }),
    ...(mode === undefined ? {} : { mode: modeOf(mode) }),
    ...(clear === undefined
      ? {}
      : { clear: yield* mapped(listOf(clear, 'clear'), parseWorkspacePath) }),
    ...(drop === undefined
      ? {}
      : { drop: yield* mapped(listOf(drop, 'drop'), parseWorkspacePath) }),
    ...(put === undefined
      ? {}
      : { put: yield* mapped(listOf(put, 'put'), (placed) => placedOf(placed, tsMs)) }),
  };
}

/** Elements a step: up to 0.4 ms. */
const ELEMENTS_A_STEP = 128;

function* mapped<T>(
  list: readonly unknown[],
  map: (element: unknown) => T,
): Generator<undefined, T[]> {
  const all: T[] = [];
  for (const element of list) {
    all.push(map(element));
    if (all.length % ELEMENTS_A_STEP === 0) yield;
  }
  return all;
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

function placedOf(value: unknown, tsMs: number): PlacedEntry {
  const [path, entry] = listOf(value, 'put');
  if (path === '') return corrupt('put', 'a path below the root', path);
  return {
    path: parseWorkspacePath(path),
    entry: entryFromJson({ created_at_ms: tsMs, ...objectOf(entry, 'entry') }),
  };
}
