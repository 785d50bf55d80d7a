import type { OutlineQuery } from './outline-query.ts';

const KEY = 'key: (string (string_content) @name)';

// Two levels: deeper ones are data rather than outline.
export const json: OutlineQuery = {
  query: `
    (document (object (pair ${KEY} value: (object)) @module))
    (document (object (pair ${KEY}) @variable))
    (document (object (pair value: (object (pair ${KEY}) @variable))))
  `,
};
