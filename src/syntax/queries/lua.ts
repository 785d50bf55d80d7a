import type { OutlineQuery } from './outline-query.ts';

export const lua: OutlineQuery = {
  query: `
    (function_declaration name: (method_index_expression) @name parameters: (_) @parameters
      (#set! signature "function {name}{parameters}")) @method
    (function_declaration name: (_) @name parameters: (_) @parameters
      (#set! signature "function {name}{parameters}")) @function
    (assignment_statement
      (variable_list . name: (_) @name)
      (expression_list . value: (function_definition parameters: (_) @parameters))
      (#set! signature "{name} = function{parameters}") (#set! local "hidden")) @function
  `,
};
