import { unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const KEY = 'key: (string) @name';

// Two levels: deeper ones are data rather than outline. Keys stand as they are between their quotes.
export const json: OutlineQuery = {
  query: `
    (document (object (pair ${KEY} value: (object)) @module))
    (document (object (pair ${KEY}) @variable))
    (document (object (pair value: (object (pair ${KEY}) @variable))))

    (ERROR (pair ${KEY} value: (object)) @module)
    (ERROR (pair ${KEY}) @variable)
    (ERROR (pair value: (object (pair ${KEY}) @variable)))
    ${unclosed('(string) @name @start . ":" . "{"', 'module')}
  `,
};
