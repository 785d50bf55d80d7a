import { isJsonObject } from '../base/json.ts';

/** A result of the library as `--json` prints it: every field name in snake_case. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [snakeName(name), snakeCase(field)]);
  return Object.fromEntries(fields);
}

function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
