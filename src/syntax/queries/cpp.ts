import { cFamilyPatterns, functionDeclarators } from './c-family.ts';
import type { OutlineQuery } from './outline-query.ts';

const NAMES = '[(identifier) (field_identifier) (destructor_name) (operator_name)] @name';
const OWN = `(function_declarator declarator: ${NAMES} parameters: (_) @parameters)`;
const DECLARATORS = `[${functionDeclarators(NAMES)} (reference_declarator ${OWN})]`;
const QUALIFIED = functionDeclarators('(qualified_identifier) @name');

export const cpp: OutlineQuery = {
  query: `
    ${cFamilyPatterns()}
    (namespace_definition name: (_) @name (#set! signature "namespace {name}")) @module
    (class_specifier name: (_) @name body: (_) (#set! signature "class {name}")) @class
    (alias_declaration name: (_) @name
      (#set! signature "using {name}") (#set! local "hidden")) @type

    (function_definition declarator: ${DECLARATORS}
      (#set! signature "{name}{parameters}")) @function
    (function_definition declarator: (operator_cast type: (_) @result) @name
      (#set! name "operator {result}") (#set! signature "operator {result}()")) @function
    (function_definition declarator: ${QUALIFIED}
      (#set! signature "{name}{parameters}")) @method
    (function_definition declarator: (reference_declarator
        (function_declarator declarator: (qualified_identifier) @name parameters: (_) @parameters))
      (#set! signature "{name}{parameters}")) @method
    (field_declaration_list [
      (field_declaration declarator: ${DECLARATORS} (#set! signature "{name}{parameters}"))
      (declaration declarator: ${DECLARATORS} (#set! signature "{name}{parameters}"))
      (template_declaration (declaration declarator: ${DECLARATORS}
        (#set! signature "{name}{parameters}")))
    ] @method)
  `,
};
