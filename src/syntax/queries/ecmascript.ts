import { atFileLevel, unclosed } from './broken.ts';
import { classExpressions } from './class-expressions.ts';

/**
 * What JavaScript and TypeScript share.
 *
 * @param classField - the node of a class field, up to its name
 * @param className - the node of a class's name
 */
export function ecmascriptPatterns(classField: string, className: string): string {
  return `
    (function_declaration name: (_) @name parameters: (_) @parameters
      (#set! signature "function {name}{parameters}")) @function
    (generator_function_declaration name: (_) @name parameters: (_) @parameters
      (#set! signature "function* {name}{parameters}")) @function
    (class_declaration name: (_) @name (#set! signature "class {name}")) @class
    (class_body
      (method_definition name: (_) @name parameters: (_) @parameters
        (#set! signature "{name}{parameters}")) @method)
    (ERROR
      (method_definition name: (_) @name parameters: (_) @parameters
        (#set! signature "{name}{parameters}")) @method)
    (${classField}: (_) @name value: (arrow_function)
      (#set! signature "{name} = (...) =>")) @method
    (${classField}: (_) @name value: (function_expression)
      (#set! signature "{name} = function(...)")) @method
    ${FUNCTION_VALUES}
    ${classExpressions(classField)}
    ${FILE_VARIABLES}
    ${unclosed(`"class" @start . ${className} @name (#set! signature "class {name}")`, 'class')}
    ${UNCLOSED}
  `;
}

// Functions without a name of their own, at home or in a callback, but not local to a function.
const FUNCTION_VALUES = `
  (lexical_declaration kind: _ @keyword
    (variable_declarator name: (identifier) @name value: (arrow_function))
    (#set! signature "{keyword} {name} = (...) =>") (#set! local "hidden")) @function
  (lexical_declaration kind: _ @keyword
    (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function)])
    (#set! signature "{keyword} {name} = function(...)") (#set! local "hidden")) @function
  (variable_declaration
    (variable_declarator name: (identifier) @name value: (arrow_function))
    (#set! signature "var {name} = (...) =>") (#set! local "hidden")) @function
  (variable_declaration
    (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function)])
    (#set! signature "var {name} = function(...)") (#set! local "hidden")) @function
  (assignment_expression left: (member_expression) @name right: (arrow_function)
    (#set! signature "{name} = (...) =>") (#set! local "hidden")) @function
  (assignment_expression left: (member_expression) @name right: (function_expression)
    (#set! signature "{name} = function(...)") (#set! local "hidden")) @function
`;

// Modules that are only required are not worth a line.
const FILE_VARIABLES = [
  `(lexical_declaration kind: _ @keyword
    (variable_declarator name: (identifier) @name value: (_)? @_value)
    (#not-match? @_value "^(await |)(import|require)\\\\(")
    (#set! signature "{keyword} {name}")) @variable`,
  `(export_statement (lexical_declaration kind: _ @keyword
    (variable_declarator name: (identifier) @name)
    (#set! signature "{keyword} {name}")) @variable)`,
  `(variable_declaration
    (variable_declarator name: (identifier) @name value: (_)? @_value)
    (#not-match? @_value "^require\\\\(")
    (#set! signature "var {name}")) @variable`,
]
  .map((pattern) => atFileLevel('program', pattern))
  .join('\n');

const UNCLOSED = [
  unclosed(
    `"function" @start . (identifier) @name . (formal_parameters) @parameters
    (#set! signature "function {name}{parameters}")`,
    'function',
  ),
  unclosed(
    `["const" "let" "var"] @keyword @start . (identifier) @name . "="
      . "async"? . [(identifier) (formal_parameters)] . "=>"
    (#set! signature "{keyword} {name} = (...) =>")`,
    'function',
  ),
].join('\n');
