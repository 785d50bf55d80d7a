import type { LanguageId } from '../languages.ts';
import { bash } from './bash.ts';
import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { css } from './css.ts';
import { elixir } from './elixir.ts';
import { go } from './go.ts';
import { haskell } from './haskell.ts';
import { html } from './html.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { json } from './json.ts';
import { kotlin } from './kotlin.ts';
import { lua } from './lua.ts';
import { markdown } from './markdown.ts';
import type { OutlineQuery } from './outline-query.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { r } from './r.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { scala } from './scala.ts';
import { swift } from './swift.ts';
import { toml } from './toml.ts';
import { typescript } from './typescript.ts';
import { yaml } from './yaml.ts';
import { zig } from './zig.ts';

/** How the symbols of each language are found. */
export const OUTLINE_QUERIES: Readonly<Record<LanguageId, OutlineQuery>> = {
  typescript,
  tsx: typescript,
  javascript,
  jsx: javascript,
  python,
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  ruby,
  kotlin,
  php,
  scala,
  bash,
  swift,
  zig,
  elixir,
  lua,
  haskell,
  r,
  json,
  yaml,
  toml,
  css,
  html,
  markdown,
};
