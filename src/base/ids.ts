import { digestOf } from './digest.ts';
import { StagedFsError } from './errors.ts';
import { hasLoneSurrogate } from './name.ts';
import { shownValue } from './shown-value.ts';

declare const sessionBrand: unique symbol;

/** A session's id as its host chose it: any text that is not blank. */
export type SessionId = string & { readonly [sessionBrand]: true };

/** Whether operations go to disk at once or pile up as pending entries. */
export type Mode = 'immediate' | 'staged';

/** Whether `value` is a session mode. */
export function isMode(value: unknown): value is Mode {
  return value === 'immediate' || value === 'staged';
}

/** Checks a session id. @throws ERR_STAGED_INVALID_ARGUMENT when it is blank or not UTF-8. */
export function parseSessionId(value: unknown): SessionId {
  if (typeof value !== 'string' || value.trim() === '') {
    throw badId(value, 'a non-empty string', 'A session id must not be empty or blank.');
  }
  if (hasLoneSurrogate(value)) {
    throw badId(value, 'text that UTF-8 can hold', 'Leave out what is half of a character.');
  }
  return value as SessionId;
}

function badId(value: unknown, expected: string, hint: string): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `Expected \`sessionId\` to be ${expected}, got ${shownValue(value)}.`,
    { argument: 'sessionId', hint },
  );
}

const LONGEST_NAME = 255;
const HASH_DIGITS = 12;
const OUR_OWN_NAMES: readonly string[] = [
  '.gitignore',
  '.commit.lock',
  '.commit.lock.pid',
  '.lock-kind',
];

/**
 * The directory name of a session by the reference's rule: characters outside `[A-Za-z0-9._-]`
 * become `_`, and an id that this changed, or that is only dots, gets the first 12 digits of its
 * SHA-256. Names of our own files and over-long ids are hashed as well.
 */
export function directoryNameOf(id: SessionId): string {
  const mapped = mappedName(id);
  return mapped === id && isPlainName(id) ? mapped : hashedDirectoryNameOf(id);
}

/** The hashed form, for an id whose plain name another session already uses (case twins). */
export function hashedDirectoryNameOf(id: SessionId): string {
  const digits = digestOf(Buffer.from(id, 'utf8')).slice(0, HASH_DIGITS);
  return `${mappedName(id).slice(0, LONGEST_NAME - HASH_DIGITS - 1)}-${digits}`;
}

function mappedName(id: SessionId): string {
  return Array.from(id, (scalar) => (/[A-Za-z0-9._-]/.test(scalar) ? scalar : '_')).join('');
}

function isPlainName(id: string): boolean {
  return (
    id.length <= LONGEST_NAME && !/^\.*$/.test(id) && !OUR_OWN_NAMES.includes(id.toLowerCase())
  );
}
