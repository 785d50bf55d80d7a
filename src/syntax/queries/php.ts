import { unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const CONSTANT = `(const_declaration
  (const_element . (name) @name) (#set! signature "const {name}")) @variable`;

const opened = (keyword: string, kind: string): string =>
  unclosed(`"${keyword}" @start . (name) @name (#set! signature "${keyword} {name}")`, kind);

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
    (program ${CONSTANT})
    (namespace_definition body: (compound_statement ${CONSTANT}))
    (ERROR ${CONSTANT} (#set! level "file"))

    ${opened('class', 'class')}
    ${opened('interface', 'interface')}
    ${opened('trait', 'protocol')}
    ${opened('enum', 'enum')}
    ${unclosed(
      '"namespace" @start . (namespace_name) @name . "{" (#set! signature "namespace {name}")',
      'module',
    )}
    ${unclosed(
      '"function" @start . (name) @name . (formal_parameters) @parameters (#set! signature "function {name}{parameters}")',
      'function',
    )}
  `,
};
