import { StagedFsError } from './errors.ts';
import { shownValue } from './shown-value.ts';

/** A JSON object whose fields are not yet believed. */
export type JsonObject = { readonly [field: string]: unknown };

/** Whether `value` is a JSON object, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads stored state field by field. @throws ERR_STAGED_CORRUPT naming the field at fault. */
export function objectOf(value: unknown, what: string): JsonObject {
  return isJsonObject(value) ? value : corrupt(what, 'an object', value);
}

export function stringOf(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : corrupt(field, 'a string', value);
}

export function booleanOf(object: JsonObject, field: string): boolean {
  const value = object[field];
  return typeof value === 'boolean' ? value : corrupt(field, 'true or false', value);
}

/** A whole number from 0 up that a double holds exactly. */
export function countOf(object: JsonObject, field: string): number {
  const value = object[field];
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isCount ? value : corrupt(field, 'a whole number', value);
}

/** Throws ERR_STAGED_CORRUPT for a field that is not what it must be. */
export function corrupt(field: string, expected: string, found: unknown): never {
  const shown = shownValue(found);
  throw new StagedFsError(
    'ERR_STAGED_CORRUPT',
    `Expected \`${field}\` to be ${expected}, got ${shown}.`,
    {
      expected,
      found: shown,
      hint: 'Run `staged-fs verify` to see the damage, `staged-fs verify --repair` to mend it.',
    },
  );
}
