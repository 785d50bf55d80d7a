import type { OutlineQuery } from './outline-query.ts';

const method = (type: string): string => `
  (impl_item type: ${type} body: (declaration_list
    (function_item name: (_) @name parameters: (_) @parameters
      (#set! signature "fn {name}{parameters}")) @function))
`;

// An `impl` is no item of its own: its functions name their type as container.
export const rust: OutlineQuery = {
  query: `
    (struct_item name: (_) @name (#set! signature "struct {name}")) @struct
    (union_item name: (_) @name (#set! signature "union {name}")) @struct
    (enum_item name: (_) @name (#set! signature "enum {name}")) @enum
    (trait_item name: (_) @name (#set! signature "trait {name}")) @protocol
    (mod_item name: (_) @name (#set! signature "mod {name}")) @module
    (type_item name: (_) @name
      (#set! signature "type {name}") (#set! local "hidden")) @type
    (macro_definition name: (_) @name (#set! signature "macro_rules! {name}")) @other

    ${method('(generic_type type: (_) @container)')}
    ${method('(_) @container')}
    (function_item name: (_) @name parameters: (_) @parameters
      (#set! signature "fn {name}{parameters}")) @function

    (source_file (const_item name: (_) @name (#set! signature "const {name}")) @variable)
    (source_file (static_item name: (_) @name (#set! signature "static {name}")) @variable)
  `,
};
