import { atFileLevel, unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const NAME = '[(constant) (scope_resolution)] @name';

export const ruby: OutlineQuery = {
  hasFreeMethods: true,
  query: `
    (module name: (_) @name (#set! signature "module {name}")) @module
    (class name: (_) @name (#set! signature "class {name}")) @class
    (method name: (_) @name parameters: (_)? @parameters
      (#set! signature "def {name}{parameters}")) @method
    (singleton_method object: (_) @object name: (_) @name parameters: (_)? @parameters
      (#set! signature "def {object}.{name}{parameters}")) @method
    ${atFileLevel('program', '(assignment left: (constant) @name) @variable')}

    ${unclosed(`"module" @start . ${NAME} (#set! signature "module {name}")`, 'module')}
    ${unclosed(`"class" @start . ${NAME} (#set! signature "class {name}")`, 'class')}
    ${unclosed(
      '"def" @start . (identifier) @name . (method_parameters)? @parameters (#set! signature "def {name}{parameters}")',
      'method',
    )}
  `,
};
