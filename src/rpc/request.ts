import type { Line } from '../base/byte-lines.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { INVALID_REQUEST, PARSE_ERROR } from '../base/rpc-codes.ts';

export type RequestId = string | number | null;

/** A request, or a notification when it has no id. */
export interface Request {
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: unknown;
}

/** A line that is no request, with the answer it gets. */
export interface Malformed {
  readonly id: RequestId;
  readonly code: number;
  readonly complaint: string;
}

/** Reads one line. A blank one is nothing. */
export function readLine(line: Line): Request | Malformed | undefined {
  if ('tooLong' in line)
    return malformed(PARSE_ERROR, 'The line is longer than this server takes.');
  let message: unknown;
  try {
    const text = utf8.decode(line.bytes);
    if (text.trim() === '') return undefined;
    message = JSON.parse(text);
  } catch {
    return malformed(PARSE_ERROR, 'The line is not JSON in UTF-8.');
  }
  return readMessage(message);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readMessage(message: unknown): Request | Malformed {
  if (Array.isArray(message)) return malformed(INVALID_REQUEST, 'Batches are not supported.');
  if (!isJsonObject(message)) return malformed(INVALID_REQUEST, 'The message is not an object.');
  const { id, method, params } = message;
  if (id !== undefined && !isId(id)) {
    return malformed(INVALID_REQUEST, '`id` must be a string, a number or null.');
  }
  const complaint = complaintOf(message);
  if (complaint !== undefined) return malformed(INVALID_REQUEST, complaint, id);
  return { id, method: String(method), params };
}

function complaintOf({ jsonrpc, method }: JsonObject): string | undefined {
  if (jsonrpc !== '2.0') return '`jsonrpc` must be "2.0".';
  return typeof method === 'string' ? undefined : '`method` must be a string.';
}

function malformed(code: number, complaint: string, id: RequestId = null): Malformed {
  return { id, code, complaint };
}

function isId(value: unknown): value is RequestId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
