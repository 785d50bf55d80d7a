import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { countOf, isJsonObject, type JsonObject, stringOf } from '../../base/json.ts';
import { errnoOf } from '../io-error.ts';

/** A process, told apart from a later one with the same number. Empty where the system has none. */
export interface Owner {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process. */
  readonly startTime: string;
  readonly bootId: string;
  /** Host name and machine id: copies of a machine often share one of them. */
  readonly host: string;
  readonly pidNamespace: string;
}

/** The process that asks. */
export function thisProcess(): Owner {
  return {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    bootId: read('/proc/sys/kernel/random/boot_id'),
    host: `${hostname()}/${read('/etc/machine-id')}`,
    pidNamespace: readLink('/proc/self/ns/pid'),
  };
}

/** Reads an owner from a lock file. Undefined for anything else, such as a file cut by a power loss. */
export function parseOwner(text: string): Owner | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isJsonObject(json) ? ownerOf(json) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether `owner` has surely ended, as far as `self` can know: of a foreign host or process
 * namespace nothing is known, so its processes count as alive.
 */
export function hasEnded(owner: Owner, self: Owner): boolean {
  if (owner.host !== self.host) return false;
  // The host has been started anew, and no process outlives that.
  if (owner.bootId !== self.bootId) return true;
  if (owner.pidNamespace !== self.pidNamespace) return false;
  return isGone(owner.pid) || (startTimeOf(owner.pid) ?? owner.startTime) !== owner.startTime;
}

/** The owner as a person knows it: `process 4711`, and its host when that is not `self`'s. */
export function nameOfOwner(owner: Owner, self: Owner): string {
  const host = owner.host.split('/', 1).join('');
  const isHere = owner.host === self.host && owner.pidNamespace === self.pidNamespace;
  return isHere ? `process ${owner.pid}` : `process ${owner.pid} on ${host}`;
}

function ownerOf(json: JsonObject): Owner {
  return {
    pid: countOf(json, 'pid'),
    startTime: stringOf(json, 'startTime'),
    bootId: stringOf(json, 'bootId'),
    host: stringOf(json, 'host'),
    pidNamespace: stringOf(json, 'pidNamespace'),
  };
}

// EPERM: it is there, but another user's.
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errnoOf(error) === 'ESRCH';
  }
}

/**
 * Undefined where it can't be known. A zombie has ended and only waits for its parent: its start
 * time is `ended`, which equals no other.
 */
function startTimeOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in parentheses, may hold anything: fields count from the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? 'ended' : startTime;
}

function read(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function readLink(path: string): string {
  try {
    return fs.readlinkSync(path);
  } catch {
    return '';
  }
}
