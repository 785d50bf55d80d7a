/**
 * What we last left in a shadow repository, kept in it: by this a later call finds what is already
 * there without reading it again, and sees what someone else has changed or damaged.
 */
import { type Digest, isDigest } from '../base/digest.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { linesIn, piecesOf } from '../base/text-pieces.ts';
import type { ObjectFormat } from '../diff/blob-oid.ts';

/** One state of the repository. */
export interface ShadowState {
  /** The base commit. */
  readonly commit: string;
  /** The digest of the index file. */
  readonly index: string;
}

/** What is known of a shadow repository. */
export interface ShadowRecord {
  readonly format: ObjectFormat;
  /** The inode of its directory: a copy, or one that came with a clone, is not believed. */
  readonly inode: string;
  /** The newest first; the one before it too, as a crash may leave that. */
  readonly states: readonly ShadowState[];
  /** The stamp of each object we wrote, by object id. */
  readonly objects: ReadonlyMap<string, string>;
  /** The object id of each body and kept base we wrote. */
  readonly contents: ReadonlyMap<Digest, string>;
}

/** The record of a repository with nothing in it. */
export function emptyRecord(format: ObjectFormat, inode: string): ShadowRecord {
  return { format, inode, states: [], objects: new Map(), contents: new Map() };
}

/** What came to a record since it was read. */
export type ShadowAdditions = Pick<ShadowRecord, 'objects' | 'contents'>;

/** Of the form: a line of JSON for what is single, lines that each have some members, a last line. */
const VERSION = 2;
const LAST_LINE = '{"end":true}';
/** Members a line: about 0.1 ms. */
const MEMBERS = 256;

/** The bytes of a record and what came to it, piece by piece. */
export function encodeRecord(
  record: ShadowRecord,
  added: ShadowAdditions,
): Generator<undefined, readonly Uint8Array[]> {
  return piecesOf(linesOf(record, added));
}

function* linesOf(record: ShadowRecord, added: ShadowAdditions): Generator<string> {
  const { format, inode, states } = record;
  yield `${JSON.stringify({ version: VERSION, format, inode, states })}\n`;
  for (const objects of inGroups(joined(record.objects, added.objects)))
    yield `${JSON.stringify({ objects })}\n`;
  for (const contents of inGroups(joined(record.contents, added.contents)))
    yield `${JSON.stringify({ contents })}\n`;
  yield `${LAST_LINE}\n`;
}

function* joined<K, V>(old: ReadonlyMap<K, V>, added: ReadonlyMap<K, V>): Generator<[K, V]> {
  for (const member of old) if (!added.has(member[0])) yield member;
  yield* added;
}

function* inGroups<T>(items: Iterable<T>): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < MEMBERS) continue;
    yield group;
    group = [];
  }
  yield group;
}

/** Reads a record, step by step; undefined when it is none of ours, or damaged. */
export function* decodeRecord(bytes: Uint8Array): Generator<undefined, ShadowRecord | undefined> {
  const members = { objects: new Map<string, string>(), contents: new Map<Digest, string>() };
  let record: ShadowRecord | undefined;
  let isWhole = false;
  for (const lines of linesIn(bytes)) {
    for (const line of lines) {
      const value = tryParse(line);
      if (record !== undefined && (isWhole || !addMembers(members, value))) return undefined;
      record ??= recordFrom(value, members);
      if (record === undefined) return undefined;
      isWhole = line === LAST_LINE;
    }
    yield;
  }
  return isWhole ? record : undefined;
}

function tryParse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Members {
  readonly objects: Map<string, string>;
  readonly contents: Map<Digest, string>;
}

function recordFrom(value: JsonObject | undefined, members: Members): ShadowRecord | undefined {
  if (value?.['version'] !== VERSION) return undefined;
  const { format, inode, states } = value;
  if (format !== 'sha1' && format !== 'sha256') return undefined;
  if (typeof inode !== 'string') return undefined;
  if (!Array.isArray(states) || !states.every(isState)) return undefined;
  return { format, inode, states, ...members };
}

function isState(value: unknown): value is ShadowState {
  if (!isJsonObject(value)) return false;
  return typeof value['commit'] === 'string' && typeof value['index'] === 'string';
}

// False when the line is damaged.
function addMembers({ objects, contents }: Members, value: JsonObject | undefined): boolean {
  const stamps = pairsOf(value?.['objects']);
  const oids = pairsOf(value?.['contents']);
  if (value === undefined || stamps === undefined || oids === undefined) return false;
  for (const [oid, stamp] of stamps) objects.set(oid, stamp);
  for (const [digest, oid] of oids) if (isDigest(digest)) contents.set(digest, oid);
  return true;
}

function pairsOf(value: unknown): readonly [string, string][] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(isPair) ? value : undefined;
}

function isPair(value: unknown): value is [string, string] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return value.every((each) => typeof each === 'string');
}
