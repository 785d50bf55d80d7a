// Classes without a name of their own take that of what they are given to.
const NAMELESS = '(class "class" @name !name (#set! signature "class")) @class';
const NAMED = '(class name: (_) @name (#set! signature "class {name}")) @class';

/** Classes that are values, in JavaScript and TypeScript. @param classField - up to its name */
export function classExpressions(classField: string): string {
  return `
    (lexical_declaration kind: _ @keyword (variable_declarator name: (_) @name value: (class))
      (#set! signature "{keyword} {name} = class")) @class
    (variable_declaration (variable_declarator name: (_) @name value: (class))
      (#set! signature "var {name} = class")) @class
    (${classField}: (_) @name value: (class) (#set! signature "{name} = class")) @class
    (pair key: (_) @name value: (class) (#set! signature "{name}: class")) @class
    (assignment_expression left: (_) @name right: (class !name)
      (#set! signature "{name} = class")) @class
    (assignment_expression right: ${NAMED})
    (export_statement "default" @name value: (class !name)
      (#set! signature "export default class")) @class
    ${['arguments', 'return_statement', 'arrow_function', 'expression_statement']
      .map((parent) => `(${parent} ${NAMED}) (${parent} ${NAMELESS})`)
      .join('\n')}
  `;
}
