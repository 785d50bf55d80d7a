import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const NAME = '[(type_identifier) (simple_identifier)] @name';

const opened = (keyword: string, kind: string): string =>
  unclosed(`"${keyword}" @start . ${NAME} (#set! signature "${keyword} {name}")`, kind);

export const kotlin: OutlineQuery = {
  query: `
    (class_declaration "interface" (type_identifier) @name
      (#set! signature "interface {name}")) @interface
    (class_declaration "enum" (type_identifier) @name
      (#set! signature "enum class {name}")) @enum
    (class_declaration (type_identifier) @name (#set! signature "class {name}")) @class
    (object_declaration (type_identifier) @name (#set! signature "object {name}")) @class
    (companion_object "object" @name (type_identifier) @result
      (#set! name "{result}") (#set! signature "companion object {result}")) @class
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
    ${atFileLevel(
      'source_file',
      `(property_declaration (binding_pattern_kind) @keyword
        (variable_declaration (simple_identifier) @name)
        (#set! signature "{keyword} {name}")) @variable`,
    )}

    ${opened('interface', 'interface')}
    ${unclosed(`"enum" @start . "class" . ${NAME} (#set! signature "enum class {name}")`, 'enum')}
    ${opened('class', 'class')}
    ${opened('object', 'class')}
    ${unclosed(
      `"fun" @start . (simple_identifier) @name . (function_value_parameters) @parameters
      (#set! signature "fun {name}{parameters}")`,
      'function',
    )}
  `,
};
