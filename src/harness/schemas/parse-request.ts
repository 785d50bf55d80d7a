import type { z } from 'zod';
import { shownValue } from '../../base/shown-value.ts';
import { type HostlibError, invalidParameter, missingParameter } from '../hostlib-error.ts';

interface RequestMethod<Request> {
  readonly builtin: string;
  readonly schemas: { readonly request: z.ZodType<Request> };
}

/** The checked request. @throws HostlibError that names the first parameter at fault. */
export function parseRequest<Request>(
  { builtin, schemas }: RequestMethod<Request>,
  params: unknown,
): Request {
  const given = params ?? {};
  const parsed = schemas.request.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  throw faultOf(builtin, issue, given);
}

type Issue = z.core.$ZodIssue;

function faultOf(builtin: string, issue: Issue, params: unknown): HostlibError {
  const value = valueAt(params, issue.path);
  const [parameter, ...inner] = issue.path.map(String);
  if (parameter === undefined) return paramsFault(builtin, issue, params);
  const isAbsent = value === undefined || value === null;
  if (isAbsent && inner.length === 0) return missingParameter(builtin, parameter);
  const place = inner.length === 0 ? '' : `element ${inner.join('.')}: `;
  return invalidParameter(builtin, { parameter, detail: place + describe(issue, value) });
}

function paramsFault(builtin: string, issue: Issue, params: unknown): HostlibError {
  if (issue.code === 'unrecognized_keys' && issue.keys[0] !== undefined) {
    return invalidParameter(builtin, { parameter: issue.keys[0], detail: 'unknown parameter' });
  }
  return invalidParameter(builtin, { parameter: 'params', detail: describe(issue, params) });
}

function describe(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type') return `expected ${issue.expected}, got ${shownValue(value)}`;
  if (issue.code !== 'invalid_value') return issue.message;
  const values = issue.values.map((allowed) => JSON.stringify(allowed));
  return `expected ${values.join(' or ')}, got ${shownValue(value)}`;
}

function valueAt(params: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isIndexable(value) ? Reflect.get(value, key) : undefined),
    params,
  );
}

function isIndexable(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
