import { unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const module = (keyword: string): string => {
  const head = `(call target: (identifier) @keyword (arguments . (alias) @name)
    (#eq? @keyword "${keyword}") (#set! signature "${keyword} {name}"))`;
  return `
    (call target: (identifier) @keyword (arguments . (alias) @name) (do_block)
      (#eq? @keyword "${keyword}") (#set! signature "${keyword} {name}")) @module
    (${head} @module . (ERROR . "do") @end)
    ${unclosed(`${head} @start . "do"`, 'module')}
  `;
};

const KEYWORDS = '"def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"';

// A definition is a call of `def` on a call, a bare name or an operator, or on one with a guard.
const definition = (head: string, signature: string): string => `
  (call target: (identifier) @keyword
    (arguments . [${head} (binary_operator left: ${head} operator: "when")])
    (#any-of? @keyword ${KEYWORDS}) (#not-eq? @name "when")
    (#set! signature "{keyword} ${signature}")) @method
`;

export const elixir: OutlineQuery = {
  query: `
    (call target: (identifier) @keyword
      (arguments . (alias) @name (keywords (pair value: (_) @result)))
      (#eq? @keyword "defimpl") (#set! signature "defimpl {name}, for: {result}")) @module
    ${module('defmodule')}
    ${module('defprotocol')}
    ${definition('(call target: (identifier) @name (arguments) @parameters)', '{name}{parameters}')}
    ${definition('(identifier) @name', '{name}')}
    ${definition('(binary_operator operator: _ @name) @result', '{result}')}
    ${definition('(unary_operator operator: _ @name) @result', '{result}')}
  `,
};
