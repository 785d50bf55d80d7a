import type { Session } from '../../session/api/session-api.ts';
import type { CallOrder, Started } from '../call-order.ts';
import { parseRequest } from '../schemas/parse-request.ts';
import type { MethodSchemas } from '../schemas/schemas.ts';
import { toHostlibError } from '../to-hostlib-error.ts';
import type { Call, EngineMethod, ReadingMethod, SessionMethod } from './method.ts';

/** A method of the facade that is ready to be called. */
export interface BoundMethod<Response = unknown> {
  readonly name: string;
  readonly schemas: MethodSchemas;
  /** Checks the request; rejects with a `HostlibError`. */
  readonly call: (request: unknown) => Promise<Response>;
}

/** What methods are bound to. */
export interface Binding {
  readonly call: Omit<Call, 'builtin'>;
  readonly order: CallOrder;
  readonly sessionFor: (requested: string | null | undefined) => Promise<Session>;
}

/** A request that may say which session it is about. */
export interface SessionChoice {
  readonly session_id?: string | null | undefined;
}

/** A session method as a plain function. */
export function bindSessionMethod<Request extends SessionChoice, Response>(
  method: SessionMethod<Request, Response>,
  { call, order, sessionFor }: Binding,
): BoundMethod<Response> {
  const start = async (request: Request): Promise<Started<Response>> => {
    const session = await sessionFor(request.session_id);
    const sessionCall = { ...call, builtin: method.builtin, session };
    await method.prepare?.(sessionCall, request);
    return { result: method.run(sessionCall, request) };
  };
  const isRead = method.isRead === true;
  return guarded(method, call, async (request) => {
    // The ambient session has an order of its own: its id is known only later.
    const key = request.session_id ?? '';
    return await order.run(key, { isRead, start: async () => await start(request) });
  });
}

/** A reading method as a plain function. */
export function bindReadingMethod<Request extends SessionChoice, Response, Read>(
  method: ReadingMethod<Request, Response, Read>,
  { call, order, sessionFor }: Binding,
): BoundMethod<Response> {
  const methodCall = { ...call, builtin: method.builtin };
  return guarded(method, call, async (request) => {
    const start = async (): Promise<Started<Read>> => {
      const session = await sessionFor(request.session_id);
      return { result: method.read({ ...methodCall, session }, request) };
    };
    const read = await order.run(request.session_id ?? '', { isRead: true, start });
    return await method.answer(methodCall, request, read);
  });
}

/** A method of the whole engine as a plain function: it follows the calls on every session. */
export function bindEngineMethod<Request, Response>(
  method: EngineMethod<Request, Response>,
  { call, order }: Binding,
): BoundMethod<Response> {
  return guarded(method, call, async (request) => {
    await order.allStarted();
    return await method.runOnEngine({ ...call, builtin: method.builtin }, request);
  });
}

interface AnyMethod<Request, Response> {
  readonly name: string;
  readonly builtin: string;
  readonly schemas: MethodSchemas<Request, Response>;
}

function guarded<Request, Response>(
  method: AnyMethod<Request, Response>,
  { wirePath }: Omit<Call, 'builtin'>,
  work: (request: Request) => Promise<Response>,
): BoundMethod<Response> {
  const { name, builtin, schemas } = method;
  const call = async (params: unknown): Promise<Response> => {
    const request = parseRequest(method, params);
    try {
      return await work(request);
    } catch (error) {
      throw toHostlibError(error, { builtin, path: pathOf(request), wirePath });
    }
  };
  return { name, schemas, call };
}

function pathOf(request: unknown): string | undefined {
  const isObject = typeof request === 'object' && request !== null;
  return isObject && 'path' in request && typeof request.path === 'string'
    ? request.path
    : undefined;
}
