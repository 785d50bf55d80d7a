import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const type = (keyword: string, kind: string): string => `
  (class_declaration declaration_kind: "${keyword}" name: (_) @name
    (#set! signature "${keyword} {name}")) @${kind}
  ${unclosed(
    `"${keyword}" @start . [(type_identifier) (simple_identifier) (user_type)] @name
    (#set! signature "${keyword} {name}")`,
    kind,
  )}
`;

// An operator's name is no named node. A return type, behind the parameters, counts as name too.
const callable = (node: string): string => `
  (${node} "init" @name "(" @from ")" @to (#set! signature "init{parameters}")) @method
  (${node} "func" . _ @name "(" @from ")" @to (#set! signature "func {name}{parameters}")) @function
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
    ${callable('function_declaration')}
    ${callable('protocol_function_declaration')}
    (deinit_declaration "deinit" @name) @method
    (subscript_declaration "subscript" @name "(" @from ")" @to
      (#set! signature "subscript{parameters}")) @method
    ${atFileLevel(
      'source_file',
      `(property_declaration (value_binding_pattern) @keyword
        name: (pattern bound_identifier: (_) @name)
        (#set! signature "{keyword} {name}")) @variable`,
    )}
    ${unclosed('"protocol" @start . (_) @name (#set! signature "protocol {name}")', 'protocol')}
    ${unclosed(
      '"func" @start . (simple_identifier) @name (#set! signature "func {name}")',
      'function',
    )}
  `,
};
