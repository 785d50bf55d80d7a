import { unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const opened = (keyword: string, kind: string): string =>
  unclosed(`"${keyword}" @start . (identifier) @name (#set! signature "${keyword} {name}")`, kind);

export const csharp: OutlineQuery = {
  query: `
    (namespace_declaration name: (_) @name (#set! signature "namespace {name}")) @module
    (file_scoped_namespace_declaration name: (_) @name
      (#set! signature "namespace {name}") (#set! section "#")) @module
    (class_declaration name: (_) @name (#set! signature "class {name}")) @class
    (record_declaration "struct" name: (_) @name
      (#set! signature "record struct {name}")) @struct
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
    (conversion_operator_declaration ["implicit" "explicit"] @keyword
      type: (_) @name parameters: (_) @parameters
      (#set! name "operator {name}")
      (#set! signature "{keyword} operator {name}{parameters}")) @method
    (local_function_statement type: (_) @result name: (_) @name parameters: (_) @parameters
      (#set! signature "{result} {name}{parameters}")) @function

    ${unclosed('"namespace" @start . (_) @name . "{" (#set! signature "namespace {name}")', 'module')}
    ${opened('class', 'class')}
    ${opened('record', 'class')}
    ${opened('struct', 'struct')}
    ${opened('interface', 'interface')}
    ${opened('enum', 'enum')}
  `,
};
