import type { OutlineQuery } from './outline-query.ts';

export const bash: OutlineQuery = {
  query: `
    (function_definition name: (_) @name (#set! signature "function {name}")) @function
  `,
};
