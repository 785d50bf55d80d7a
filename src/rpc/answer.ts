import { isJsonObject } from '../base/json.ts';
import { METHOD_NOT_FOUND, rpcCodeOf } from '../base/rpc-codes.ts';
import type { RpcMethod } from './method-table.ts';
import type { Malformed, Request, RequestId } from './request.ts';

/** A reply as it goes over the wire. */
export interface Reply {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: ReplyError;
}

interface ReplyError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * What a line is answered with; nothing for a notification. The method is called before this
 * returns, so that requests take effect in order of arrival. Never rejects.
 */
export async function answerTo(
  request: Request | Malformed,
  methods: ReadonlyMap<string, RpcMethod>,
): Promise<Reply | undefined> {
  if ('complaint' in request) {
    return failure(request.id, { code: request.code, message: request.complaint });
  }
  const reply = await answer(request, methods.get(request.method));
  return request.id === undefined ? undefined : reply;
}

async function answer(
  { id = null, method, params }: Request,
  called: RpcMethod | undefined,
): Promise<Reply> {
  if (called === undefined) {
    return failure(id, { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` });
  }
  try {
    // `?? null`: a reply without a result would be no reply.
    return { jsonrpc: '2.0', id, result: (await called.call(params)) ?? null };
  } catch (error) {
    return failure(id, describe(error));
  }
}

/** The reply to a request that failed. */
export function failure(id: RequestId, error: ReplyError): Reply {
  return { jsonrpc: '2.0', id, error };
}

function describe(error: unknown): ReplyError {
  const message = error instanceof Error ? error.message : String(error);
  const data = dataOf(error);
  if (data === undefined) return { code: rpcCodeOf(undefined), message };
  return { code: rpcCodeOf(isJsonObject(data) ? data['code'] : undefined), message, data };
}

function dataOf(error: unknown): unknown {
  return hasJson(error) ? error.toJSON() : undefined;
}

function hasJson(value: unknown): value is { toJSON(): unknown } {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return false;
  return typeof value.toJSON === 'function';
}
