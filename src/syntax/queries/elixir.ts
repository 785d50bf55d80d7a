import type { OutlineQuery } from './outline-query.ts';

const module = (keyword: string): string => `
  (call target: (identifier) @keyword (arguments . (alias) @name) (do_block)
    (#eq? @keyword "${keyword}") (#set! signature "${keyword} {name}")) @module
`;

// A definition is a call of \`def\` on a call, on a bare name, or on one of these with a guard.
const definition = (head: string): string => `
  (call target: (identifier) @keyword (arguments . [${head} (binary_operator left: ${head})])
    (#any-of? @keyword "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp")
    (#set! signature "{keyword} {name}{parameters}")) @method
`;

export const elixir: OutlineQuery = {
  query: `
    (call target: (identifier) @keyword
      (arguments . (alias) @name (keywords (pair value: (_) @result)))
      (#eq? @keyword "defimpl") (#set! signature "defimpl {name}, for: {result}")) @module
    ${module('defmodule')}
    ${module('defprotocol')}
    ${definition('(call target: (identifier) @name (arguments) @parameters)')}
    ${definition('(identifier) @name')}
  `,
};
