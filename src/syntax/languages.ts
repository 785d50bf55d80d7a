/** The names of the languages that we can parse. */
export const LANGUAGE_IDS = [
  'typescript',
  'tsx',
  'javascript',
  'jsx',
  'python',
  'go',
  'rust',
  'java',
  'c',
  'cpp',
  'csharp',
  'ruby',
  'kotlin',
  'php',
  'scala',
  'bash',
  'swift',
  'zig',
  'elixir',
  'lua',
  'haskell',
  'r',
  'json',
  'yaml',
  'toml',
  'css',
  'html',
  'markdown',
] as const;

/** The name of a language that we can parse. */
export type LanguageId = (typeof LANGUAGE_IDS)[number];

/** Something that grammars misread. */
export type Misread = 'deep nesting' | 'macros' | 'fun interfaces';

/** What the program knows of a language. To add one: a row here, a grammar, a query, a fixture. */
export interface LanguageRow {
  /** The grammar's WebAssembly: a file of a package that we build with. */
  readonly grammar: string;
  /** Extensions, in lower case, without their dot. */
  readonly extensions: readonly string[];
  /** Whole file names, in lower case. */
  readonly fileNames?: readonly string[];
  /** Programs that a `#!` line may name, without their version. */
  readonly interpreters?: readonly string[];
  /** Other names that callers may give. */
  readonly aliases?: readonly string[];
  /** Whether the grammar takes a last line without line end for an error. */
  readonly needsLastLineEnd?: boolean;
  /** What its grammar cannot read, or not survive: blanked first; see `source-repair.ts`. */
  readonly misreads?: Misread;
}

const JAVASCRIPT = vscode('javascript');

/** Every language, by its name. */
export const LANGUAGES: Readonly<Record<LanguageId, LanguageRow>> = {
  typescript: {
    grammar: vscode('typescript'),
    extensions: ['ts', 'mts', 'cts'],
    interpreters: ['tsx', 'ts-node', 'deno'],
    aliases: ['ts'],
  },
  tsx: { grammar: vscode('tsx'), extensions: ['tsx'] },
  javascript: {
    grammar: JAVASCRIPT,
    extensions: ['js', 'mjs', 'cjs'],
    interpreters: ['node', 'nodejs', 'bun'],
    aliases: ['js'],
  },
  jsx: { grammar: JAVASCRIPT, extensions: ['jsx'] },
  python: {
    grammar: vscode('python'),
    extensions: ['py', 'pyi', 'pyw'],
    fileNames: ['sconstruct', 'sconscript', 'wscript'],
    interpreters: ['python', 'pypy', 'uv'],
    aliases: ['py'],
  },
  go: {
    grammar: vscode('go'),
    extensions: ['go'],
    aliases: ['golang'],
    needsLastLineEnd: true,
  },
  rust: {
    grammar: vscode('rust'),
    extensions: ['rs'],
    interpreters: ['rust-script'],
    aliases: ['rs'],
  },
  java: { grammar: vscode('java'), extensions: ['java'] },
  c: {
    grammar: cursorless('c'),
    extensions: ['c', 'h'],
    needsLastLineEnd: true,
    misreads: 'macros',
  },
  cpp: {
    grammar: vscode('cpp'),
    extensions: ['cc', 'cpp', 'cxx', 'c++', 'hh', 'hpp', 'hxx', 'h++'],
    aliases: ['c++', 'cxx'],
    needsLastLineEnd: true,
    misreads: 'macros',
  },
  csharp: {
    grammar: vscode('c-sharp'),
    extensions: ['cs', 'csx'],
    aliases: ['c#', 'cs'],
  },
  ruby: {
    grammar: vscode('ruby'),
    extensions: ['rb', 'rake', 'gemspec'],
    fileNames: ['gemfile', 'rakefile', 'guardfile', 'podfile', 'vagrantfile', 'brewfile'],
    interpreters: ['ruby', 'jruby'],
    aliases: ['rb'],
  },
  kotlin: {
    grammar: cursorless('kotlin'),
    extensions: ['kt', 'kts'],
    interpreters: ['kotlin'],
    aliases: ['kt'],
    misreads: 'fun interfaces',
  },
  php: { grammar: vscode('php'), extensions: ['php', 'phtml'], interpreters: ['php'] },
  scala: {
    grammar: cursorless('scala'),
    extensions: ['scala', 'sc', 'sbt'],
    interpreters: ['scala'],
  },
  bash: {
    grammar: vscode('bash'),
    extensions: ['sh', 'bash', 'zsh', 'ksh'],
    fileNames: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', '.zprofile'],
    interpreters: ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'],
    aliases: ['shell', 'sh', 'zsh'],
  },
  swift: {
    grammar: cursorless('swift'),
    extensions: ['swift'],
    interpreters: ['swift'],
  },
  zig: { grammar: cursorless('zig'), extensions: ['zig', 'zon'] },
  elixir: {
    grammar: cursorless('elixir'),
    extensions: ['ex', 'exs'],
    fileNames: ['mix.lock'],
    interpreters: ['elixir'],
    aliases: ['ex'],
  },
  lua: {
    grammar: cursorless('lua'),
    extensions: ['lua', 'rockspec'],
    interpreters: ['lua', 'luajit'],
  },
  haskell: {
    grammar: cursorless('haskell'),
    extensions: ['hs', 'hs-boot'],
    interpreters: ['runhaskell', 'runghc'],
    aliases: ['hs'],
  },
  r: {
    grammar: cursorless('r'),
    extensions: ['r'],
    fileNames: ['.rprofile'],
    interpreters: ['rscript'],
  },
  json: {
    grammar: cursorless('json'),
    extensions: ['json', 'jsonc', 'webmanifest', 'geojson'],
    fileNames: ['.prettierrc', '.eslintrc', 'composer.lock', 'deno.lock', 'flake.lock'],
  },
  yaml: {
    grammar: cursorless('yaml'),
    extensions: ['yaml', 'yml'],
    fileNames: ['.clang-format', '.clang-tidy', 'pubspec.lock'],
    aliases: ['yml'],
    misreads: 'deep nesting',
  },
  toml: {
    grammar: '@tree-sitter-grammars/tree-sitter-toml/tree-sitter-toml.wasm',
    extensions: ['toml'],
    fileNames: ['cargo.lock', 'poetry.lock', 'uv.lock', 'pipfile'],
  },
  css: { grammar: vscode('css'), extensions: ['css'] },
  html: {
    grammar: cursorless('html'),
    extensions: ['html', 'htm', 'xhtml'],
    aliases: ['htm'],
  },
  markdown: {
    grammar: cursorless('markdown'),
    extensions: ['md', 'markdown'],
    aliases: ['md'],
    needsLastLineEnd: true,
    misreads: 'deep nesting',
  },
};

/** Whether this is exactly the name of a language. */
export function isLanguageId(name: string): name is LanguageId {
  return Object.hasOwn(LANGUAGES, name);
}

/** Microsoft's build: the newest grammars, of 13 languages. */
function vscode(name: string): string {
  return `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`;
}

/** The build of Cursorless, for what the other one lacks. */
function cursorless(name: string): string {
  return `@cursorless/tree-sitter-wasms/out/tree-sitter-${name}.wasm`;
}
