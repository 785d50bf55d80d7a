import type { OutlineQuery } from './outline-query.ts';

export const ruby: OutlineQuery = {
  query: `
    (module name: (_) @name (#set! signature "module {name}")) @module
    (class name: (_) @name (#set! signature "class {name}")) @class
    (program (method name: (_) @name parameters: (_)? @parameters
      (#set! signature "def {name}{parameters}")) @function)
    (method name: (_) @name parameters: (_)? @parameters
      (#set! signature "def {name}{parameters}")) @method
    (singleton_method object: (_) @object name: (_) @name parameters: (_)? @parameters
      (#set! signature "def {object}.{name}{parameters}")) @method
    (program (assignment left: (constant) @name) @variable)
  `,
};
