import type { OutlineQuery } from './outline-query.ts';

export const csharp: OutlineQuery = {
  query: `
    (namespace_declaration name: (_) @name (#set! signature "namespace {name}")) @module
    (file_scoped_namespace_declaration name: (_) @name
      (#set! signature "namespace {name}")) @module
    (class_declaration name: (_) @name (#set! signature "class {name}")) @class
    (record_declaration name: (_) @name (#set! signature "record {name}")) @class
    (struct_declaration name: (_) @name (#set! signature "struct {name}")) @struct
    (interface_declaration name: (_) @name (#set! signature "interface {name}")) @interface
    (enum_declaration name: (_) @name (#set! signature "enum {name}")) @enum
    (delegate_declaration type: (_) @result name: (_) @name parameters: (_) @parameters
      (#set! signature "delegate {result} {name}{parameters}")) @type
    (constructor_declaration name: (_) @name parameters: (_) @parameters
      (#set! signature "{name}{parameters}")) @method
    (destructor_declaration name: (_) @name parameters: (_) @parameters
      (#set! name "~{name}") (#set! signature "~{name}{parameters}")) @method
    (method_declaration returns: (_) @result name: (_) @name parameters: (_) @parameters
      (#set! signature "{result} {name}{parameters}")) @method
    (operator_declaration type: (_) @result operator: _ @name parameters: (_) @parameters
      (#set! name "operator {name}")
      (#set! signature "{result} operator {name}{parameters}")) @method
    (local_function_statement type: (_) @result name: (_) @name parameters: (_) @parameters
      (#set! signature "{result} {name}{parameters}")) @function
  `,
};
