/**
 * Exclusive files that name the process that made them. A file whose process has ended is taken
 * over, and two takers must not both succeed: the second could otherwise remove what the first has
 * just put there. So the right to replace a record is itself such a file, named for the record's
 * token. While it exists nobody else changes that record; and whoever gets the right late finds
 * another token in place and gives up. The right of a taker that died is taken over the same way.
 */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { errnoOf, isAbsence } from '../io-error.ts';
import { toNative } from '../native-path.ts';
import { hasEnded, type Owner, parseOwner } from './lock-owner.ts';

/** What stands in a pid file. */
export interface PidRecord {
  /** New for every acquisition. */
  readonly token: string;
  /** Undefined for a damaged file: after a power loss, as records appear whole. */
  readonly owner: Owner | undefined;
}

/** A pid file that we made. */
export interface OwnPidFile {
  readonly path: string;
  readonly token: string;
}

/** Makes the file at `path` for `self`. Undefined when a live process, or this one, has it. */
export function takePidFile(path: string, self: Owner): OwnPidFile | undefined {
  const mine = { path, token: newToken() };
  const temporary = writeRecord(mine, self);
  try {
    if (linkNew(temporary, path)) return mine;
    const other = readPidFile(path);
    if (other === undefined || isLive(other, self)) return undefined;
    return replace(other, { mine, temporary, self }) ? mine : undefined;
  } finally {
    remove(temporary);
  }
}

/** Makes a file that excludes nobody: its name, the token, is new. */
export function addPidFile(directory: string, self: Owner): OwnPidFile {
  const token = newToken();
  const mine = { path: `${directory}/${token}`, token };
  fs.renameSync(toNative(writeRecord(mine, self)), toNative(mine.path));
  return mine;
}

/** Removes the file if it is still ours. */
export function releasePidFile(mine: OwnPidFile): void {
  if (readPidFile(mine.path)?.token === mine.token) remove(mine.path);
}

/** Undefined when there is none. */
export function readPidFile(path: string): PidRecord | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const token = /"token":"([0-9a-f]{16})"/.exec(text)?.[1];
  return { token: token ?? `damaged-${text.length}`, owner: parseOwner(text) };
}

/** Whether the process that made the record may still be there. */
export function isLive({ owner }: PidRecord, self: Owner): boolean {
  return owner !== undefined && !hasEnded(owner, self);
}

interface Replacement {
  readonly mine: OwnPidFile;
  readonly temporary: string;
  readonly self: Owner;
}

function replace(other: PidRecord, { mine, temporary, self }: Replacement): boolean {
  const right = takePidFile(`${rootOf(mine.path)}.${other.token}`, self);
  if (right === undefined) return false;
  try {
    if (readPidFile(mine.path)?.token !== other.token) return false;
    fs.renameSync(toNative(temporary), toNative(mine.path));
    return true;
  } finally {
    releasePidFile(right);
  }
}

// All rights to one lock stand beside it, under names of one length however deep they go.
function rootOf(path: string): string {
  return path.replace(/\.(?:[0-9a-f]{16}|damaged-\d+)$/, '');
}

function newToken(): string {
  return randomBytes(8).toString('hex');
}

function writeRecord({ path, token }: OwnPidFile, self: Owner): string {
  const temporary = `${path}.${token}.tmp`;
  const text = JSON.stringify({ token, ...self });
  fs.writeFileSync(toNative(temporary), text, { flag: 'wx', mode: 0o600 });
  return temporary;
}

// A link appears whole, and fails where something is already.
function linkNew(temporary: string, path: string): boolean {
  try {
    fs.linkSync(toNative(temporary), toNative(path));
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return fs.readFileSync(toNative(path), 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function remove(path: string): void {
  fs.rmSync(toNative(path), { force: true });
}
