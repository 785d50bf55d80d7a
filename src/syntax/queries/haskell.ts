import type { OutlineQuery } from './outline-query.ts';

export const haskell: OutlineQuery = {
  joinsNeighbours: true,
  query: `
    (header module: (_) @name (#set! signature "module {name}")) @module
    (data_type name: (_) @name (#set! signature "data {name}")) @type
    (newtype name: (_) @name (#set! signature "newtype {name}")) @type
    (type_synomym name: (_) @name (#set! signature "type {name}")) @type
    (class name: (_) @name (#set! signature "class {name}")) @interface
    (instance name: (_) @name patterns: (_) @result
      (#set! name "{name} {result}") (#set! signature "instance {name} {result}")) @class
    (signature name: (_) @name type: (_) @result
      (#set! signature "{name} :: {result}")) @function
    (function name: (_) @name) @function
    (function (infix operator: (operator) @name) (#set! name "({name})")) @function
    (function (infix operator: (infix_id (_) @name))) @function
    (bind name: (_) @name) @function
  `,
};
