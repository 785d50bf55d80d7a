import { ecmascriptPatterns } from './ecmascript.ts';
import type { OutlineQuery } from './outline-query.ts';

export const javascript: OutlineQuery = {
  query: ecmascriptPatterns('field_definition property', '(identifier)'),
};
