import type { OutlineQuery } from './outline-query.ts';

export const kotlin: OutlineQuery = {
  query: `
    (class_declaration "interface" (type_identifier) @name
      (#set! signature "interface {name}")) @interface
    (class_declaration "enum" (type_identifier) @name
      (#set! signature "enum class {name}")) @enum
    (class_declaration (type_identifier) @name (#set! signature "class {name}")) @class
    (object_declaration (type_identifier) @name (#set! signature "object {name}")) @class
    (companion_object "object" @name
      (#set! name "Companion") (#set! signature "companion object")) @class
    (type_alias . (type_identifier) @name (#set! signature "typealias {name}")) @type
    (function_declaration (_) @receiver . "." . (simple_identifier) @name
      (function_value_parameters) @parameters
      (#set! signature "fun {receiver}.{name}{parameters}")) @function
    (function_declaration (simple_identifier) @name (function_value_parameters) @parameters
      (#set! signature "fun {name}{parameters}")) @function
    (secondary_constructor (function_value_parameters) @parameters
      (#set! name "constructor") (#set! signature "constructor{parameters}")) @method
    (source_file (property_declaration (binding_pattern_kind) @keyword
      (variable_declaration (simple_identifier) @name)
      (#set! signature "{keyword} {name}")) @variable)
  `,
};
