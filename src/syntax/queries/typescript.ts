import { unclosed } from './broken.ts';
import { ecmascriptPatterns } from './ecmascript.ts';
import type { OutlineQuery } from './outline-query.ts';

// In an error the name of a class is an identifier like any other.
const NAME = '[(type_identifier) (identifier)]';

const AMBIENT_LEXICAL = `
  (ambient_declaration (lexical_declaration kind: _ @keyword
    (variable_declarator name: (identifier) @name)
    (#set! signature "{keyword} {name}")) @variable)
`;
const AMBIENT_VAR = `
  (ambient_declaration (variable_declaration
    (variable_declarator name: (identifier) @name)
    (#set! signature "var {name}")) @variable)
`;

const opened = (keyword: string, kind: string): string =>
  unclosed(`"${keyword}" @start . ${NAME} @name (#set! signature "${keyword} {name}")`, kind);

export const typescript: OutlineQuery = {
  query: `
    ${ecmascriptPatterns('public_field_definition name', NAME)}
    (function_signature name: (_) @name parameters: (_) @parameters
      (#set! signature "function {name}{parameters}")) @function
    (abstract_class_declaration name: (_) @name (#set! signature "class {name}")) @class
    (abstract_method_signature name: (_) @name parameters: (_) @parameters
      (#set! signature "{name}{parameters}")) @method
    (interface_declaration name: (_) @name (#set! signature "interface {name}")) @interface
    (enum_declaration name: (_) @name (#set! signature "enum {name}")) @enum
    (type_alias_declaration name: (_) @name (#set! signature "type {name}")) @type
    (internal_module name: (_) @name (#set! signature "namespace {name}")) @module
    (class_body (method_signature name: (_) @name parameters: (_) @parameters
      (#set! signature "{name}{parameters}")) @method)
    (ERROR (method_signature name: (_) @name parameters: (_) @parameters
      (#set! signature "{name}{parameters}") (#set! level "class")) @method)
    (program ${AMBIENT_LEXICAL})
    (program (export_statement ${AMBIENT_LEXICAL}))
    (program ${AMBIENT_VAR})
    (program (export_statement ${AMBIENT_VAR}))
    (module name: (_) @name (#set! signature "module {name}")) @module

    ${opened('interface', 'interface')}
    ${opened('enum', 'enum')}
  `,
};
