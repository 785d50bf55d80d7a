import { unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const opened = (keyword: string, kind: string): string =>
  unclosed(`"${keyword}" @start . (identifier) @name (#set! signature "${keyword} {name}")`, kind);

export const java: OutlineQuery = {
  query: `
    (class_declaration name: (_) @name (#set! signature "class {name}")) @class
    (record_declaration name: (_) @name (#set! signature "record {name}")) @class
    (interface_declaration name: (_) @name (#set! signature "interface {name}")) @interface
    (annotation_type_declaration name: (_) @name
      (#set! signature "@interface {name}")) @interface
    (enum_declaration name: (_) @name (#set! signature "enum {name}")) @enum
    (constructor_declaration name: (_) @name parameters: (_) @parameters
      (#set! signature "{name}{parameters}")) @method
    (compact_constructor_declaration name: (_) @name) @method
    (method_declaration type: (_) @result name: (_) @name parameters: (_) @parameters
      (#set! signature "{result} {name}{parameters}")) @method
    (annotation_type_element_declaration type: (_) @result name: (_) @name
      (#set! signature "{result} {name}()")) @method

    ${opened('class', 'class')}
    ${opened('record', 'class')}
    ${opened('interface', 'interface')}
    ${opened('enum', 'enum')}
  `,
};
