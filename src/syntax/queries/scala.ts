import type { OutlineQuery } from './outline-query.ts';

export const scala: OutlineQuery = {
  query: `
    (trait_definition name: (_) @name (#set! signature "trait {name}")) @protocol
    (class_definition "case" name: (_) @name (#set! signature "case class {name}")) @class
    (class_definition name: (_) @name (#set! signature "class {name}")) @class
    (object_definition "case" name: (_) @name (#set! signature "case object {name}")) @class
    (object_definition name: (_) @name (#set! signature "object {name}")) @class
    (package_object name: (_) @name (#set! signature "package object {name}")) @class
    (enum_definition name: (_) @name (#set! signature "enum {name}")) @enum
    (type_definition name: (_) @name (#set! signature "type {name}")) @type
    (function_definition name: (_) @name (parameters)* @parameters
      (#set! signature "def {name}{parameters}")) @function
    (function_declaration name: (_) @name (parameters)* @parameters
      (#set! signature "def {name}{parameters}")) @function
    (compilation_unit (val_definition pattern: (identifier) @name
      (#set! signature "val {name}")) @variable)
    (compilation_unit (var_definition pattern: (identifier) @name
      (#set! signature "var {name}")) @variable)
  `,
};
