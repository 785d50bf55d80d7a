import { StagedFsError } from '../base/errors.ts';
import type { SessionSettings } from '../session/parts.ts';
import type { EngineOptions, Limits } from './types.ts';

const DEFAULT_LOCK_TIMEOUT_MS = 10_000;
const DEFAULT_KEEP_BASE_BYTES = 1024 * 1024;

/** The settings of an engine, every tunable checked and defaulted. @throws ERR_STAGED_INVALID_ARGUMENT */
export function settingsOf(options: EngineOptions): SessionSettings {
  assertKnown(options, ['root', 'fsync', 'limits', 'threads', 'lockTimeoutMs', 'keepBaseBytes']);
  return {
    fsync: fsyncOf(options.fsync),
    limits: limitsOf(options.limits ?? {}),
    lockTimeoutMs: wholeFrom(0, 'lockTimeoutMs', options.lockTimeoutMs ?? DEFAULT_LOCK_TIMEOUT_MS),
    keepBaseBytes: wholeFrom(0, 'keepBaseBytes', options.keepBaseBytes ?? DEFAULT_KEEP_BASE_BYTES),
  };
}

/** The number of worker threads; undefined leaves it to the pool. */
export function threadsOf(options: EngineOptions): number | undefined {
  return options.threads === undefined ? undefined : wholeFrom(1, 'threads', options.threads);
}

function limitsOf(limits: Limits): SessionSettings['limits'] {
  assertKnown(limits, ['maxEntries', 'maxPendingBytes', 'maxBodyBytes', 'minFreeBytes']);
  return {
    maxEntries: ceilingOf('limits.maxEntries', limits.maxEntries),
    maxPendingBytes: ceilingOf('limits.maxPendingBytes', limits.maxPendingBytes),
    maxBodyBytes: ceilingOf('limits.maxBodyBytes', limits.maxBodyBytes),
    minFreeBytes: wholeFrom(0, 'limits.minFreeBytes', limits.minFreeBytes ?? 0),
  };
}

function ceilingOf(name: string, value: number | undefined): number {
  return value === undefined ? Number.POSITIVE_INFINITY : wholeFrom(0, name, value);
}

function fsyncOf(value: EngineOptions['fsync']): SessionSettings['fsync'] {
  const fsync = value ?? 'commit';
  if (['commit', 'always', 'never'].includes(fsync)) return fsync;
  throw invalid('fsync', "'commit', 'always' or 'never'", value);
}

function wholeFrom(minimum: number, name: string, value: unknown): number {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum;
  if (isWhole) return value;
  throw invalid(name, `an integer from ${minimum} and up`, value);
}

function assertKnown(options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw invalid('options', 'an object', options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw invalid(unknown, `left out (known: ${names.join(', ')})`, 'given');
}

function invalid(argument: string, expected: string, value: unknown): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `Expected \`${argument}\` to be ${expected}, got \`${String(value)}\` (${typeof value}).`,
    { argument, expected, found: String(value), hint: 'Correct the option; nothing was opened.' },
  );
}
