import { unclosed } from './broken.ts';

// What a function's result may put around its declarator.
const POINTER = '(pointer_declarator declarator: ';
const REFERENCE = '(reference_declarator ';
const POINTED = `(function_declarator declarator: (parenthesized_declarator ${POINTER}`;
const RESULTS = ['', POINTER, POINTER.repeat(2), POINTER.repeat(3), POINTED];
const REFERENCES = [REFERENCE, `${POINTER}${REFERENCE}`];

/** A function's declarator, which may stand in those of its result: `int *f()`, `T &f()`. */
export function functionDeclarators(name: string, references: readonly string[] = []): string {
  const own = `(function_declarator declarator: ${name} parameters: (_) @parameters)`;
  const all = [...RESULTS, ...references].map((result) => {
    return `${result}${own}${')'.repeat(result.split('(').length - 1)}`;
  });
  return `[${all.join('\n')}]`;
}

/** The same in C++, where results may be references. */
export function cppFunctionDeclarators(name: string): string {
  return functionDeclarators(name, REFERENCES);
}

/** What C and C++ share; `declarators` are those of functions. */
export function cFamilyPatterns(declarators: string): string {
  return `
    (struct_specifier name: (_) @name body: (_) (#set! signature "struct {name}")) @struct
    (union_specifier name: (_) @name body: (_) (#set! signature "union {name}")) @struct
    (enum_specifier name: (_) @name body: (_) (#set! signature "enum {name}")) @enum
    ${unclosed('"struct" @start . (type_identifier) @name . "{" (#set! signature "struct {name}")', 'struct')}
    (type_definition declarator: [
      (type_identifier) @name
      (pointer_declarator (type_identifier) @name)
      (array_declarator (type_identifier) @name)
      (function_declarator (parenthesized_declarator (pointer_declarator (type_identifier) @name)))
    ] (#set! signature "typedef {name}")) @type
    (preproc_function_def name: (_) @name parameters: (_) @parameters
      (#set! signature "#define {name}{parameters}")) @other

    (function_definition declarator: ${declarators}
      (#set! signature "{name}{parameters}")) @function
    (declaration declarator: ${declarators}
      (#set! signature "{name}{parameters}") (#set! local "hidden")) @function
    ; Macros behind a prototype make an error of it: \`extern int f(void) __THROW;\`.
    (ERROR ${declarators} @function . ";"
      (#set! signature "{name}{parameters}") (#set! local "hidden"))
  `;
}
