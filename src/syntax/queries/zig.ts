import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const type = (node: string, kind: string, text: string): string => `
  (variable_declaration . (identifier) @name (${node})
    (#set! signature "const {name} = ${text}")) @${kind}
  ${unclosed(
    `"const" @start . (identifier) @name . "=" . "${text}" (#set! signature "const {name} = ${text}")`,
    kind,
  )}
`;

export const zig: OutlineQuery = {
  query: `
    ${type('struct_declaration', 'struct', 'struct')}
    ${type('opaque_declaration', 'struct', 'opaque')}
    ${type('union_declaration', 'struct', 'union')}
    ${type('enum_declaration', 'enum', 'enum')}
    ${type('error_set_declaration', 'type', 'error')}
    (function_declaration name: (_) @name (parameters) @parameters
      (#set! signature "fn {name}{parameters}")) @function
    (test_declaration [(string) (identifier)] @name (#set! signature "test {name}")) @function
    ${atFileLevel(
      'source_file',
      `(variable_declaration ["const" "var"] @keyword . (identifier) @name
        (#set! signature "{keyword} {name}")) @variable @whole
        (#not-match? @whole "= @import")`,
    )}
    ${unclosed(
      '"fn" @start . (identifier) @name . (parameters) @parameters (#set! signature "fn {name}{parameters}")',
      'function',
    )}
  `,
};
