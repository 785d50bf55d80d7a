import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const assignment = (left: string): string => `
  (expression_statement (assignment left: ${left} (#set! signature "{name}")) @variable)
`;

export const python: OutlineQuery = {
  receiver: 'self',
  query: `
    (class_definition name: (_) @name (#set! signature "class {name}")) @class
    (function_definition name: (_) @name parameters: (_) @parameters
      (#set! signature "def {name}{parameters}")) @function
    (type_alias_statement left: (type (identifier) @name) (#set! signature "type {name}")) @type
    (type_alias_statement left: (type (generic_type (identifier) @name))
      (#set! signature "type {name}")) @type
    ${atFileLevel('module', assignment('(identifier) @name'))}
    ${atFileLevel('module', assignment('[(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]'))}

    ${unclosed('"class" @start . (identifier) @name (#set! signature "class {name}")', 'class')}
    ${unclosed(
      '"def" @start . (identifier) @name . (parameters) @parameters (#set! signature "def {name}{parameters}")',
      'function',
    )}
  `,
};
