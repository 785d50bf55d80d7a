import { cFamilyPatterns, functionDeclarators } from './c-family.ts';
import type { OutlineQuery } from './outline-query.ts';

export const c: OutlineQuery = {
  query: cFamilyPatterns(functionDeclarators('(identifier) @name')),
};
