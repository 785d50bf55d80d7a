/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** One method a server offers. */
export interface RpcMethod {
  readonly name: string;
  /** Of the params object and of the result; made only when a client asks. */
  readonly schemas: () => { readonly request: JsonSchema; readonly response: JsonSchema };
  /**
   * Takes the params as they came. Starts its work before it returns, so that requests take effect
   * in order of arrival. An error's `toJSON()` becomes the reply's `data`, its `code` the number.
   */
  readonly call: (params: unknown) => Promise<unknown>;
}

/** A notice to the client, made only when it is sent. */
export interface Notice {
  readonly method: string;
  /** A later notice with the same key replaces one that was not sent yet. */
  readonly key: string;
  readonly params: () => unknown;
}
