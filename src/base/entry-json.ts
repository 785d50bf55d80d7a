/**
 * The stored form of an entry, shared by the manifest and the journal. The reference's fields come
 * first and keep its names; `file_mode` and `base` are ours and ignored by it. An entry without
 * `base` was made by the reference.
 *
 * ```json
 * {"kind":"write","body_hash":"<64 hex>","len":5,"created_at_ms":1,"snapshot_id":"call_9",
 *  "file_mode":"100644","base":{"kind":"file","digest":"<64 hex>","size":3,"permissions":420,"stat":{…}}}
 * {"kind":"delete","recursive":true,"created_at_ms":1,"base":{"kind":"directory","tree":"<64 hex>",…}}
 * ```
 */
import { parseDigest } from './digest.ts';
import type { Base, Entry, StatIdentity } from './entry.ts';
import { isFileMode } from './file-mode.ts';
import { booleanOf, corrupt, countOf, type JsonObject, objectOf, stringOf } from './json.ts';

/** The stored form of `entry`, ready for `JSON.stringify`. */
export function entryToJson(entry: Entry): JsonObject {
  const common = {
    created_at_ms: entry.createdAtMs,
    // Omitted, not null, when there is none: as the reference writes it.
    ...(entry.snapshotId === null ? {} : { snapshot_id: entry.snapshotId }),
  };
  if (entry.kind === 'whiteout') {
    return { kind: 'delete', recursive: entry.recursive, ...common, ...baseToJson(entry.base) };
  }
  const content = { body_hash: entry.digest, len: entry.size };
  const extra = { file_mode: entry.fileMode, ...baseToJson(entry.base) };
  return { kind: 'write', ...content, ...common, ...extra };
}

/** Reads an entry from stored state. @throws ERR_STAGED_CORRUPT naming the field at fault. */
export function entryFromJson(value: unknown): Entry {
  const json = objectOf(value, 'entry');
  const staged = {
    base: baseFromJson(json['base']),
    createdAtMs: countOf(json, 'created_at_ms'),
    snapshotId: snapshotIdOf(json),
  };
  switch (json['kind']) {
    case 'write': {
      const digest = parseDigest(json['body_hash']);
      return {
        kind: 'write',
        digest,
        size: countOf(json, 'len'),
        fileMode: modeOf(json),
        ...staged,
      };
    }
    case 'delete':
      return { kind: 'whiteout', recursive: booleanOf(json, 'recursive'), ...staged };
    default:
      return corrupt('kind', '"write" or "delete"', json['kind']);
  }
}

/** The stored form of a stat identity. */
export function statToJson(stat: StatIdentity): JsonObject {
  const { dev, ino, size, mtimeNs, ctimeNs, settled } = stat;
  return { dev, ino, size, mtime_ns: mtimeNs, ctime_ns: ctimeNs, settled };
}

/** Reads a stat identity from stored state. @throws ERR_STAGED_CORRUPT */
export function statFromJson(value: unknown): StatIdentity {
  const json = objectOf(value, 'stat');
  return {
    dev: numeralOf(json, 'dev'),
    ino: numeralOf(json, 'ino'),
    size: countOf(json, 'size'),
    mtimeNs: numeralOf(json, 'mtime_ns'),
    ctimeNs: numeralOf(json, 'ctime_ns'),
    settled: booleanOf(json, 'settled'),
  };
}

function baseToJson(base: Base): JsonObject {
  return base.kind === 'unobserved' ? {} : { base: observedBaseToJson(base) };
}

function observedBaseToJson(base: Exclude<Base, { kind: 'unobserved' }>): JsonObject {
  if (base.kind === 'absent') return base;
  return { ...base, stat: statToJson(base.stat) };
}

function baseFromJson(value: unknown): Base {
  if (value === undefined) return { kind: 'unobserved' };
  const json = objectOf(value, 'base');
  if (json['kind'] === 'absent') return { kind: 'absent' };
  const stat = statFromJson(json['stat']);
  switch (json['kind']) {
    case 'file': {
      const digest = parseDigest(json['digest']);
      const permissions = countOf(json, 'permissions') & 0o7777;
      return { kind: 'file', digest, size: countOf(json, 'size'), permissions, stat };
    }
    case 'symlink':
      return { kind: 'symlink', target: stringOf(json, 'target'), stat };
    case 'directory':
      return {
        kind: 'directory',
        tree: parseDigest(json['tree']),
        size: countOf(json, 'size'),
        stat,
      };
    case 'other':
      return { kind: 'other', stat };
    default:
      return corrupt('base.kind', 'a known kind of base', json['kind']);
  }
}

function modeOf(json: JsonObject): '100644' | '100755' | '120000' {
  const mode = json['file_mode'];
  if (mode === undefined) return '100644';
  return isFileMode(mode) ? mode : corrupt('file_mode', 'a git file mode', mode);
}

function snapshotIdOf(json: JsonObject): string | null {
  const id = json['snapshot_id'];
  if (id === undefined || id === null) return null;
  return typeof id === 'string' ? id : corrupt('snapshot_id', 'a string', id);
}

function numeralOf(json: JsonObject, field: string): string {
  const text = stringOf(json, field);
  return /^-?\d{1,24}$/.test(text) ? text : corrupt(field, 'a decimal number', text);
}
