import type { OutlineQuery } from './outline-query.ts';

export const php: OutlineQuery = {
  query: `
    (namespace_definition name: (_) @name (#set! signature "namespace {name}")) @module
    (class_declaration name: (_) @name (#set! signature "class {name}")) @class
    (interface_declaration name: (_) @name (#set! signature "interface {name}")) @interface
    (trait_declaration name: (_) @name (#set! signature "trait {name}")) @protocol
    (enum_declaration name: (_) @name (#set! signature "enum {name}")) @enum
    (method_declaration name: (_) @name parameters: (_) @parameters
      (#set! signature "{name}{parameters}")) @method
    (function_definition name: (_) @name parameters: (_) @parameters
      (#set! signature "function {name}{parameters}")) @function
    (program (const_declaration
      (const_element . (name) @name) (#set! signature "const {name}")) @variable)
  `,
};
