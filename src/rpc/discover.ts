import { isJsonObject } from '../base/json.ts';
import type { JsonSchema, RpcMethod } from './method-table.ts';

/** What the server calls itself. */
export interface ServerInfo {
  readonly title: string;
  readonly version: string;
}

/** `rpc.discover`: the methods and their JSON Schemas, as an OpenRPC document. */
export function discoverMethod(methods: readonly RpcMethod[], info: ServerInfo): RpcMethod {
  const document = () => ({ openrpc: '1.3.2', info, methods: methods.map(describe) });
  return {
    name: 'rpc.discover',
    schemas: () => ({ request: { type: 'object' }, response: { type: 'object' } }),
    call: async () => await Promise.resolve(document()),
  };
}

function describe({ name, schemas }: RpcMethod): object {
  const { request, response } = schemas();
  return {
    name,
    paramStructure: 'by-name',
    params: parametersOf(request),
    result: { name: 'result', schema: response },
  };
}

function parametersOf({ properties, required }: JsonSchema): object[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    required: names.includes(name),
    schema,
  }));
}
