import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const FUNCTION = `(function_item name: (_) @name parameters: (_) @parameters
  (#set! signature "fn {name}{parameters}")) @function`;
const TYPE = `(type_item name: (_) @name
  (#set! signature "type {name}") (#set! local "hidden")) @type`;

const PLAIN_TYPES = [
  ...[
    'type_identifier',
    'scoped_type_identifier',
    'primitive_type',
    'reference_type',
    'pointer_type',
  ],
  ...['tuple_type', 'array_type', 'dynamic_type', 'function_type', 'never_type'],
];
const CONTAINER = `[
  (generic_type type: (_) @container)
  ${PLAIN_TYPES.map((type) => `(${type}) @container`).join(' ')}
]`;

const inImpl = (member: string): string => `
  (impl_item type: ${CONTAINER} body: (declaration_list ${member}))
  (ERROR "impl" ${CONTAINER} . "{" ${member})
`;

const UNCLOSED_FUNCTION = `
  "fn" @start . (identifier) @name . (type_parameters)? . (parameters) @parameters
  (#set! signature "fn {name}{parameters}")
`;

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

    ${inImpl(FUNCTION)}
    ${inImpl(TYPE)}
    ${unclosed(`"impl" ${CONTAINER} . "{" ${UNCLOSED_FUNCTION}`, 'function')}
    ${TYPE}
    ${FUNCTION}
    (function_signature_item name: (_) @name parameters: (_) @parameters
      (#set! signature "fn {name}{parameters}")) @function

    ${atFileLevel('source_file', '(const_item name: (_) @name (#set! signature "const {name}")) @variable')}
    ${atFileLevel('source_file', '(static_item name: (_) @name (#set! signature "static {name}")) @variable')}

    ${opened('trait', 'protocol')}
    ${opened('mod', 'module')}
    ${unclosed(UNCLOSED_FUNCTION, 'function')}
  `,
};
