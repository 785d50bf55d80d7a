/** A function's declarator, which may stand in those of its result: \`int *f()\`, \`T &f()\`. */
export function functionDeclarators(name: string): string {
  const own = `(function_declarator declarator: ${name} parameters: (_) @parameters)`;
  return `[
    ${own}
    (pointer_declarator [${own} (pointer_declarator ${own})])
  ]`;
}

/** What C and C++ share. */
export function cFamilyPatterns(): string {
  const declarator = functionDeclarators('(identifier) @name');
  const prototype = `(declaration declarator: ${declarator}
    (#set! signature "{name}{parameters}")) @function`;
  return `
    (struct_specifier name: (_) @name body: (_) (#set! signature "struct {name}")) @struct
    (union_specifier name: (_) @name body: (_) (#set! signature "union {name}")) @struct
    (enum_specifier name: (_) @name body: (_) (#set! signature "enum {name}")) @enum
    (type_definition declarator: [
      (type_identifier) @name
      (pointer_declarator (type_identifier) @name)
      (array_declarator (type_identifier) @name)
      (function_declarator (parenthesized_declarator (pointer_declarator (type_identifier) @name)))
    ] (#set! signature "typedef {name}")) @type
    (preproc_function_def name: (_) @name parameters: (_) @parameters
      (#set! signature "#define {name}{parameters}")) @other

    (function_definition declarator: ${declarator}
      (#set! signature "{name}{parameters}")) @function
    (translation_unit ${prototype})
    (declaration_list ${prototype})
    (preproc_if ${prototype})
    (preproc_ifdef ${prototype})
    (preproc_else ${prototype})
  `;
}
