import type { OutlineQuery } from './outline-query.ts';

const KEY = '[(bare_key) (dotted_key) (quoted_key)] @name';

export const toml: OutlineQuery = {
  query: `
    (table . ${KEY} (#set! signature "[{name}]")) @module
    (table_array_element . ${KEY} (#set! signature "[[{name}]]")) @module
    (pair . ${KEY}) @variable
  `,
};
