import { unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

// `type` stands before a single type, but before the bracket of a group.
const type = (kind: string, node: string, text: string): string => `
  (type_declaration . (type_spec name: (_) @name type: ${node}
    (#set! signature "type {name}${text}")) .) @${kind}
  (type_declaration (type_spec name: (_) @name type: ${node}
    (#set! signature "type {name}${text}")) @${kind})
  (ERROR (type_spec name: (_) @name type: ${node}
    (#set! signature "type {name}${text}")) @${kind})
`;

// A spec has no other identifier of its own: types and values are nodes around theirs.
const spec = (keyword: string): string => `
  (${keyword}_spec (identifier) @name (#not-eq? @name "_")
    (#set! signature "${keyword} {name}")) @variable
`;

export const go: OutlineQuery = {
  query: `
    (package_clause (_) @name (#set! signature "package {name}")) @module
    ${type('struct', '(struct_type)', ' struct')}
    ${type('interface', '(interface_type)', ' interface')}
    ${type('type', '(_)', '')}
    (type_declaration (type_alias name: (_) @name (#set! signature "type {name}")) @type)

    (function_declaration name: (_) @name parameters: (_) @parameters
      (#match? @name "^Test([^a-z]|$)")
      (#set! signature "[test] func {name}{parameters}")) @function
    (function_declaration name: (_) @name parameters: (_) @parameters
      (#set! signature "func {name}{parameters}")) @function
    (method_declaration
      receiver: (parameter_list (parameter_declaration type: [
        (type_identifier) @container
        (generic_type type: (type_identifier) @container)
        (pointer_type [
          (type_identifier) @container
          (generic_type type: (type_identifier) @container)
        ])
      ])) @receiver
      name: (_) @name parameters: (_) @parameters
      (#set! signature "func {receiver} {name}{parameters}")) @method

    (source_file (const_declaration ${spec('const')}))
    (source_file (var_declaration ${spec('var')}))
    (source_file (var_declaration (var_spec_list ${spec('var')})))
    (ERROR ${spec('const')} (#set! level "file"))
    (ERROR ${spec('var')} (#set! level "file"))
    ${unclosed(
      '"func" @start . (identifier) @name . (parameter_list) @parameters (#set! signature "func {name}{parameters}")',
      'function',
    )}
  `,
};
