import type { OutlineQuery } from './outline-query.ts';

export const python: OutlineQuery = {
  receiver: 'self',
  query: `
    (class_definition name: (_) @name (#set! signature "class {name}")) @class
    (function_definition name: (_) @name parameters: (_) @parameters
      (#set! signature "def {name}{parameters}")) @function
    (module (expression_statement (assignment left: (identifier) @name)) @variable)
  `,
};
