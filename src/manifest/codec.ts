/**
 * The manifest's format, version 1.
 *
 * `manifest.json` is one JSON object in UTF-8, indented by two spaces: the reference's fields, all
 * of them, plus `seq`. Fields that are not listed are ignored.
 *
 * | field | meaning |
 * |---|---|
 * | `version` | 1; any other number is another format |
 * | `session_id` | the session's id as its host spelled it |
 * | `mode` | `immediate` or `staged` |
 * | `root` | the workspace's absolute path when this was written |
 * | `seq` | the last journal record folded in; missing in a manifest of the reference |
 * | `entries` | pending entries by absolute native path, in byte order |
 *
 * An entry is as in `base/entry-json.ts`. Keys lie below `root` and are normal: no empty, `.` or
 * `..` segment. They are read relative to `root`, so a workspace may be moved with its state. Lone
 * surrogates (names that are not UTF-8) are escaped as `\uDCxx`.
 *
 * Both directions are generators that stop every few hundred microseconds, so that the caller can
 * let others work: `JSON.parse` of 20,000 entries would hold the event loop for 60 ms.
 */
import type { Entry, PlacedEntry } from '../base/entry.ts';
import { entryFromJson, entryToJson } from '../base/entry-json.ts';
import { StagedFsError } from '../base/errors.ts';
import { isMode } from '../base/ids.ts';
import { corrupt, countOf, type JsonObject, objectOf, stringOf } from '../base/json.ts';
import { parseWorkspacePath, type WorkspacePath } from '../base/workspace-path.ts';
import type { Manifest } from './manifest.ts';
import { parseManifest, type SplitManifest, splitManifest } from './split-json.ts';

const VERSION = 1;
const ENTRIES_PER_PART = 32;

/** The text of `manifest`, part by part. */
export function* encodeManifest(manifest: Manifest): Generator<string> {
  const { entries } = manifest;
  yield headOf(manifest);
  const prefix = prefixOf(manifest.root);
  for (let at = 0; at < entries.length; at += ENTRIES_PER_PART) {
    const members = entries.slice(at, at + ENTRIES_PER_PART);
    const text = members.map(({ path, entry }) => memberOf(prefix + path, entry)).join(',');
    yield at === 0 ? text : `,${text}`;
  }
  yield entries.length === 0 ? '}\n}\n' : '\n  }\n}\n';
}

/**
 * Reads a manifest; stops between parts. @throws ERR_STAGED_FORMAT for another version,
 * ERR_STAGED_CORRUPT for everything that is not whole.
 */
export function* decodeManifest(bytes: Uint8Array): Generator<undefined, Manifest> {
  try {
    const split = splitManifest(bytes);
    if (split !== undefined) return yield* fromParts(split);
  } catch (error) {
    // It may still be JSON in another layout.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return yield* fromParts(parseWhole(bytes));
}

function* fromParts({ head, parts }: SplitManifest): Generator<undefined, Manifest> {
  const header = headerFromJson(objectOf(head, 'manifest'));
  const prefix = prefixOf(header.root);
  const entries: PlacedEntry[] = [];
  for (const part of parts) {
    for (const [key, value] of Object.entries(objectOf(part(), 'entries'))) {
      entries.push({ path: pathOf(key, prefix), entry: entryFromJson(value) });
    }
    yield;
  }
  return { ...header, entries };
}

function parseWhole(bytes: Uint8Array): SplitManifest {
  try {
    return parseManifest(bytes);
  } catch (cause) {
    throw notJson(cause);
  }
}

function notJson(cause: unknown): StagedFsError {
  return new StagedFsError('ERR_STAGED_CORRUPT', 'Expected one whole JSON document.', {
    cause,
    hint: 'Run `staged-fs verify --repair` to rebuild it from the journal.',
  });
}

function headOf({ sessionId, mode, root, seq }: Manifest): string {
  const fields = { version: VERSION, session_id: sessionId, mode, root, seq };
  // Undefined is left out.
  const text = JSON.stringify(fields, null, 2).slice(0, -'\n}'.length);
  return `${text},\n  "entries": {`;
}

function memberOf(key: string, entry: Entry): string {
  const value = JSON.stringify(entryToJson(entry), null, 2).replaceAll('\n', '\n    ');
  return `\n    ${JSON.stringify(key)}: ${value}`;
}

function headerFromJson(json: JsonObject): Omit<Manifest, 'entries'> {
  checkVersion(json['version']);
  const { mode } = json;
  return {
    sessionId: stringOf(json, 'session_id'),
    mode: isMode(mode) ? mode : corrupt('mode', '"immediate" or "staged"', mode),
    root: rootOf(json),
    seq: json['seq'] === undefined ? undefined : countOf(json, 'seq'),
  };
}

function checkVersion(version: unknown): void {
  if (typeof version !== 'number') corrupt('version', 'a number', version);
  if (version !== VERSION) throw otherVersion(version);
}

function otherVersion(version: number): StagedFsError {
  const text = `The manifest has version ${version}; this release reads version ${VERSION}.`;
  return new StagedFsError('ERR_STAGED_FORMAT', text, {
    expected: String(VERSION),
    found: String(version),
    hint: 'Open the session with the release of staged-fs that wrote it.',
  });
}

function rootOf(json: JsonObject): string {
  const root = stringOf(json, 'root');
  return root.startsWith('/') ? root : corrupt('root', 'an absolute path', root);
}

function prefixOf(root: string): string {
  return root.endsWith('/') ? root : `${root}/`;
}

function pathOf(key: string, prefix: string): WorkspacePath {
  const isBelow = key.startsWith(prefix) && key.length > prefix.length;
  if (!isBelow) return corrupt('entries', `paths below ${prefix}`, key);
  return parseWorkspacePath(key.slice(prefix.length));
}
