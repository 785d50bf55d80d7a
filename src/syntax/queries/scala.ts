import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const opened = (keyword: string, kind: string): string =>
  unclosed(`"${keyword}" @start . (identifier) @name (#set! signature "${keyword} {name}")`, kind);

// Behind a body that never ends is an error, behind the definition that the head alone makes.
const headed = (keyword: string, kind: string): string => `
  ((${keyword}_definition name: (_) @name (#set! signature "${keyword} {name}")) @${kind}
    . (ERROR . ["{" ":"]) @end)
`;

const value = (keyword: string): string =>
  atFileLevel(
    'compilation_unit',
    `(${keyword}_definition pattern: (identifier) @name
      (#set! signature "${keyword} {name}")) @variable`,
  );

// `end A` is a neighbour of what it ends.
const ended = (definition: string, kind: string): string => `
  (${definition} @${kind} . "end" . _ @end (#eq? @end @name))
  ${definition} @${kind}
`;

// With a body of its own a given is an object; without a name it goes by its type.
const given = (name: string): string => {
  const signature = '(#set! signature "given {name}")';
  return `
    ${ended(`(given_definition ${name} body: (with_template_body) ${signature})`, 'class')}
    ${ended(`(given_definition ${name} ${signature})`, 'variable')}
  `;
};

export const scala: OutlineQuery = {
  query: `
    ${headed('trait', 'protocol')}
    ${headed('class', 'class')}
    ${headed('object', 'class')}
    ${ended('(trait_definition name: (_) @name (#set! signature "trait {name}"))', 'protocol')}
    ${ended('(class_definition "case" name: (_) @name (#set! signature "case class {name}"))', 'class')}
    ${ended('(class_definition name: (_) @name (#set! signature "class {name}"))', 'class')}
    ${ended('(object_definition "case" name: (_) @name (#set! signature "case object {name}"))', 'class')}
    ${ended('(object_definition name: (_) @name (#set! signature "object {name}"))', 'class')}
    (package_object name: (_) @name (#set! signature "package object {name}")) @class
    ${ended('(enum_definition name: (_) @name (#set! signature "enum {name}"))', 'enum')}
    (type_definition name: (_) @name (#set! signature "type {name}")) @type
    ${ended('(function_definition name: (_) @name (parameters)* @parameters (#set! signature "def {name}{parameters}"))', 'function')}
    ${given('name: (_) @name')}
    ${given('"given" . [(type_identifier) (generic_type)] @name')}
    (function_declaration name: (_) @name (parameters)* @parameters
      (#set! signature "def {name}{parameters}")) @function
    ${value('val')}
    ${value('var')}

    ${opened('trait', 'protocol')}
    ${opened('class', 'class')}
    ${opened('object', 'class')}
    ${opened('enum', 'enum')}
    ${unclosed('"def" @start . (identifier) @name . (parameters)* @parameters (#set! signature "def {name}{parameters}")', 'function')}
  `,
};
