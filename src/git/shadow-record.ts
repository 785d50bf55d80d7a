/**
 * What we last left in a shadow repository, kept in it: by this a later call finds what is already
 * there without reading it again, and sees what someone else has changed or damaged.
 */
import { type Digest, isDigest } from '../base/digest.ts';
import { isJsonObject } from '../base/json.ts';
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

const VERSION = 1;

/** The bytes of a record. */
export function encodeRecord({ objects, contents, ...rest }: ShadowRecord): Uint8Array {
  const maps = { objects: Object.fromEntries(objects), contents: Object.fromEntries(contents) };
  const document = { version: VERSION, ...rest, ...maps };
  return Buffer.from(`${JSON.stringify(document)}\n`);
}

/** Reads a record; undefined when it is none of ours, or damaged. */
export function decodeRecord(bytes: Uint8Array): ShadowRecord | undefined {
  const value = tryParse(Buffer.from(bytes).toString('utf8'));
  if (!isJsonObject(value) || value['version'] !== VERSION) return undefined;
  const { format, inode, states, objects, contents } = value;
  if (format !== 'sha1' && format !== 'sha256') return undefined;
  if (typeof inode !== 'string') return undefined;
  if (!Array.isArray(states) || !states.every(isState)) return undefined;
  const stamps = textsOf(objects);
  const oids = textsOf(contents);
  if (stamps === undefined || oids === undefined) return undefined;
  return {
    format,
    inode,
    states,
    objects: new Map(stamps),
    contents: new Map(oids.flatMap(([digest, oid]) => (isDigest(digest) ? [[digest, oid]] : []))),
  };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isState(value: unknown): value is ShadowState {
  if (!isJsonObject(value)) return false;
  return typeof value['commit'] === 'string' && typeof value['index'] === 'string';
}

function textsOf(value: unknown): [string, string][] | undefined {
  if (!isJsonObject(value)) return undefined;
  const texts: [string, string][] = [];
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') return undefined;
    texts.push([name, text]);
  }
  return texts;
}
