import type { OutlineQuery } from './outline-query.ts';

const KEY = '[(bare_key) (dotted_key) (quoted_key)] @name';

// The pairs of an inline table are a value.
export const toml: OutlineQuery = {
  query: `
    (table . ${KEY} (#set! signature "[{name}]")) @module
    (table_array_element . ${KEY} (#set! signature "[[{name}]]")) @module
    (document (pair . ${KEY}) @variable)
    (table (pair . ${KEY}) @variable)
    (table_array_element (pair . ${KEY}) @variable)
    (ERROR (pair . ${KEY}) @variable)
  `,
};
