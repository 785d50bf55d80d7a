import { unclosed } from './broken.ts';
import { cFamilyPatterns, cppFunctionDeclarators } from './c-family.ts';
import type { OutlineQuery } from './outline-query.ts';

const DECLARATORS = cppFunctionDeclarators(`[
  (identifier) @name
  (field_identifier) @name
  (destructor_name) @name
  (operator_name) @name
  (qualified_identifier) @name
  (template_function name: (_) @name)
]`);

const CAST = '(operator_cast type: (_) @result)';
const IN_CLASS = `(qualified_identifier scope: (_) @scope name: ${CAST})`;
const IN_NAMESPACE = `(qualified_identifier
  scope: (_) @scope "::" @scope name: (qualified_identifier scope: (_) @scope name: ${CAST}))`;

// `operator T()` has no declarator of its own; behind a qualifier it is the end of its name.
const CONVERSIONS = `
  (function_definition declarator: [${IN_CLASS} ${IN_NAMESPACE}] @name
    (#set! name "{scope}::operator {result}")
    (#set! signature "{scope}::operator {result}()")) @function
  (_ declarator: ${CAST} @name
    (#set! name "operator {result}") (#set! signature "operator {result}()")) @function
`;

// `A::A() = default;` looks like a call that something is assigned to, or like a variable.
const DEFAULTED = `
  (expression_statement (assignment_expression
    left: (call_expression function: (qualified_identifier) @name arguments: (_) @parameters)
    right: (identifier) @_default)
    (#any-of? @_default "default" "delete") (#set! signature "{name}{parameters}")) @function
  (declaration declarator: (init_declarator
    declarator: (reference_declarator
      (function_declarator declarator: (qualified_identifier) @name parameters: (_) @parameters))
    value: (identifier) @_default)
    (#any-of? @_default "default" "delete") (#set! signature "{name}{parameters}")) @function
`;

const open = (head: string, kind: string): string =>
  unclosed(`${head} . "{" (#set! signature "${kind} {name}")`, kind);

export const cpp: OutlineQuery = {
  hasQualifiedNames: true,
  query: `
    ${cFamilyPatterns(DECLARATORS)}
    (namespace_definition name: (_) @name (#set! signature "namespace {name}")) @module
    (class_specifier name: (_) @name body: (_) (#set! signature "class {name}")) @class
    (alias_declaration name: (_) @name
      (#set! signature "using {name}") (#set! local "hidden")) @type
    (ERROR "namespace" @start . (_) @name . "{" (#set! signature "namespace {name}")) @module
    ${open('"class" @start . (type_identifier) @name . (base_class_clause)?', 'class')}
    ${open('"struct" @start . (type_identifier) @name . (base_class_clause)', 'struct')}

    (field_declaration declarator: ${DECLARATORS} (#set! signature "{name}{parameters}")) @method
    (lambda_expression captures: (_) @name (#set! level "none")) @function
    ${CONVERSIONS}
    ${DEFAULTED}
  `,
};
