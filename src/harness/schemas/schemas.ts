import { z } from 'zod';

/** The request and the response of one method, as strict zod schemas. */
export interface MethodSchemas<Request = unknown, Response = unknown> {
  readonly request: z.ZodType<Request>;
  readonly response: z.ZodType<Response>;
}

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The request and the response of one method, as JSON Schemas. */
export interface MethodJsonSchemas {
  readonly request: JsonSchema;
  readonly response: JsonSchema;
}

/** Both schemas of a method as JSON Schemas. */
export function toJsonSchemas({ request, response }: MethodSchemas): MethodJsonSchemas {
  return { request: toJsonSchema(request), response: toJsonSchema(response) };
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  // `any`: a custom check says itself what it stands for, by its metadata.
  return z.toJSONSchema(schema, { unrepresentable: 'any' });
}
