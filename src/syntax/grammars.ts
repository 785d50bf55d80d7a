import { Language, Parser, Query } from 'web-tree-sitter';
import { internal } from '../base/errors.ts';
import { LANGUAGES, type LanguageId } from './languages.ts';
import { OUTLINE_QUERIES } from './queries/index.ts';

/** Reads the WebAssembly of a grammar, as the table of languages names it; see `grammarUrl`. */
export type ReadGrammar = (grammar: string) => Promise<Uint8Array>;

/** The grammars of a thread, each loaded when first needed and then kept: 2 to 45 ms. */
export interface Grammars {
  grammarOf(language: LanguageId): Promise<Language>;
  outlineQueryOf(language: LanguageId): Promise<Query>;
}

/** Grammars that `readGrammar` finds. A failed reading is tried again the next time. */
export function createGrammars(readGrammar: ReadGrammar): Grammars {
  const loaded = new Map<string, Promise<Language>>();
  const queries = new Map<LanguageId, Query>();
  return {
    grammarOf(id) {
      return kept(loaded, LANGUAGES[id].grammar, async (name) => {
        return await loadGrammar(await readGrammar(name));
      });
    },
    async outlineQueryOf(id) {
      const grammar = await this.grammarOf(id);
      const query = queries.get(id) ?? new Query(grammar, OUTLINE_QUERIES[id].query);
      queries.set(id, query);
      return query;
    },
  };
}

/** Loads a grammar from the bytes of its WebAssembly module. */
export async function loadGrammar(bytes: Uint8Array): Promise<Language> {
  await Parser.init();
  try {
    return await Language.load(bytes);
  } catch (error) {
    internal('A grammar could not be loaded.', error);
  }
}

type Load = (name: string) => Promise<Language>;

async function kept(
  loaded: Map<string, Promise<Language>>,
  name: string,
  load: Load,
): Promise<Language> {
  const loading = loaded.get(name) ?? load(name);
  loaded.set(name, loading);
  try {
    return await loading;
  } catch (error) {
    loaded.delete(name);
    throw error;
  }
}
