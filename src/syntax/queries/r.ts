import type { OutlineQuery } from './outline-query.ts';

export const r: OutlineQuery = {
  query: `
    (binary_operator
      lhs: [(identifier) (string)] @name
      operator: _ @keyword
      rhs: (function_definition name: _ parameters: (_) @parameters)
      (#set! signature "{name} {keyword} function{parameters}")) @function
    (call function: (identifier) @keyword
      arguments: (arguments . argument: (argument value: (string) @name))
      (#any-of? @keyword "setClass" "setRefClass")
      (#set! signature "{keyword}({name})")) @class
    (call function: (identifier) @keyword
      arguments: (arguments . argument: (argument value: (string) @name))
      (#any-of? @keyword "setGeneric" "setMethod")
      (#set! signature "{keyword}({name})")) @function
  `,
};
