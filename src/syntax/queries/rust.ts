import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const IMPLEMENTED = `[
  (generic_type type: (_) @name)
  (type_identifier) @name
  (scoped_type_identifier) @name
  (primitive_type) @name
  (reference_type) @name
  (pointer_type) @name
  (tuple_type) @name
  (array_type) @name
  (dynamic_type) @name
  (function_type) @name
  (never_type) @name
]`;

const opened = (keyword: string, kind: string): string =>
  unclosed(
    `"${keyword}" @start . [(identifier) (type_identifier)] @name . (type_parameters)?
    (#set! signature "${keyword} {name}")`,
    kind,
  );

// An `impl` is no item of its own: its members name their type as container.
export const rust: OutlineQuery = {
  query: `
    (struct_item name: (_) @name (#set! signature "struct {name}")) @struct
    (union_item name: (_) @name (#set! signature "union {name}")) @struct
    (enum_item name: (_) @name (#set! signature "enum {name}")) @enum
    (trait_item name: (_) @name (#set! signature "trait {name}")) @protocol
    (mod_item name: (_) @name (#set! signature "mod {name}")) @module
    (macro_definition name: (_) @name (#set! signature "macro_rules! {name}")) @other

    (impl_item type: ${IMPLEMENTED} (#set! level "none")) @module
    (type_item name: (_) @name
      (#set! signature "type {name}") (#set! local "hidden")) @type
    (function_item name: (_) @name parameters: (_) @parameters
      (#set! signature "fn {name}{parameters}")) @function
    (function_signature_item name: (_) @name parameters: (_) @parameters
      (#set! signature "fn {name}{parameters}")) @function

    ${atFileLevel('source_file', '(const_item name: (_) @name (#set! signature "const {name}")) @variable')}
    ${atFileLevel('source_file', '(static_item name: (_) @name (#set! signature "static {name}")) @variable')}

    ${opened('trait', 'protocol')}
    ${opened('mod', 'module')}
    ${unclosed(
      `"impl" @start . (type_parameters)? . ${IMPLEMENTED} . "{" (#set! level "none")`,
      'module',
    )}
    ${unclosed(
      `"impl" @start . (type_parameters)? . (_) . "for" . ${IMPLEMENTED} . "{"
      (#set! level "none")`,
      'module',
    )}
    ${unclosed(
      `"fn" @start . (identifier) @name . (type_parameters)? . (parameters) @parameters
      (#set! signature "fn {name}{parameters}")`,
      'function',
    )}
  `,
};
