import { ecmascriptPatterns } from './ecmascript.ts';
import type { OutlineQuery } from './outline-query.ts';

export const typescript: OutlineQuery = {
  query: `
    ${ecmascriptPatterns('public_field_definition name')}
    (function_signature name: (_) @name parameters: (_) @parameters
      (#set! signature "function {name}{parameters}")) @function
    (abstract_class_declaration name: (_) @name (#set! signature "class {name}")) @class
    (abstract_method_signature name: (_) @name parameters: (_) @parameters
      (#set! signature "{name}{parameters}")) @method
    (interface_declaration name: (_) @name (#set! signature "interface {name}")) @interface
    (enum_declaration name: (_) @name (#set! signature "enum {name}")) @enum
    (type_alias_declaration name: (_) @name (#set! signature "type {name}")) @type
    (internal_module name: (_) @name (#set! signature "namespace {name}")) @module
    (program (ambient_declaration (_ kind: _ @keyword
      (variable_declarator name: (identifier) @name)
      (#set! signature "{keyword} {name}")) @variable))
    (program (ambient_declaration (variable_declaration
      (variable_declarator name: (identifier) @name)
      (#set! signature "var {name}")) @variable))
    (module name: (_) @name (#set! signature "module {name}")) @module
  `,
};
