import type { OutlineQuery } from './outline-query.ts';

const type = (keyword: string, kind: string): string => `
  (class_declaration declaration_kind: "${keyword}" name: (_) @name
    (#set! signature "${keyword} {name}")) @${kind}
`;

export const swift: OutlineQuery = {
  query: `
    (protocol_declaration name: (_) @name (#set! signature "protocol {name}")) @protocol
    ${type('class', 'class')}
    ${type('actor', 'class')}
    ${type('struct', 'struct')}
    ${type('enum', 'enum')}
    ${type('extension', 'class')}
    (typealias_declaration . (type_identifier) @name (#set! signature "typealias {name}")) @type
    (function_declaration "init" @name "(" @from ")" @to
      (#set! signature "init{parameters}")) @method
    (function_declaration "func" name: (_) @name "(" @from ")" @to
      (#set! signature "func {name}{parameters}")) @function
    (source_file (property_declaration (value_binding_pattern) @keyword
      name: (pattern bound_identifier: (_) @name)
      (#set! signature "{keyword} {name}")) @variable)
  `,
};
