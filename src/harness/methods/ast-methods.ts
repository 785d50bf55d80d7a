import type { SyntaxSource } from '../../engine/syntax.ts';
import { fileOutline } from '../file-outline.ts';
import { invalidParameter } from '../hostlib-error.ts';
import {
  type AstOutlineRequest,
  type AstOutlineResponse,
  type AstSymbolsRequest,
  type AstSymbolsResponse,
  astOutlineSchemas,
  astSymbolsSchemas,
  type ParseFileRequest,
  type ParseFileResponse,
  parseFileSchemas,
} from '../schemas/ast-schemas.ts';
import {
  type FileOutlineRequest,
  type FileOutlineResponse,
  fileOutlineSchemas,
} from '../schemas/outline-schemas.ts';
import { readSource, type Source, type SourceRequest } from '../source.ts';
import type { Call, ReadingMethod, SessionCall } from './method.ts';

export const parseFile: ReadingMethod<ParseFileRequest, ParseFileResponse, SyntaxSource> = {
  name: 'ast.parse_file',
  builtin: 'hostlib_ast_parse_file',
  schemas: parseFileSchemas,
  read: readKnownSource,
  answer: async ({ engine }, { path }, source) => {
    const { nodes, hadErrors } = await engine.syntax.nodes(source);
    const { language } = source;
    return { path, language, root_id: 0, nodes, had_errors: hadErrors };
  },
};

export const astOutline: ReadingMethod<AstOutlineRequest, AstOutlineResponse, SyntaxSource> = {
  name: 'ast.outline',
  builtin: 'hostlib_ast_outline',
  schemas: astOutlineSchemas,
  read: readKnownSource,
  answer: async ({ engine }, { path, max_depth: maxDepth }, source) => {
    const items = await engine.syntax.outline(source, maxDepth ?? 0);
    return { path, language: source.language, items };
  },
};

export const astSymbols: ReadingMethod<AstSymbolsRequest, AstSymbolsResponse, SyntaxSource> = {
  name: 'ast.symbols',
  builtin: 'hostlib_ast_symbols',
  schemas: astSymbolsSchemas,
  read: readKnownSource,
  answer: async ({ engine }, { path, kinds }, source) => {
    const all = await engine.syntax.symbols(source);
    const symbols = all.filter(({ kind }) => kinds?.includes(kind) ?? true);
    return { path, language: source.language, symbols };
  },
};

export const getFileOutline: ReadingMethod<FileOutlineRequest, FileOutlineResponse, Source> = {
  name: 'tools.get_file_outline',
  builtin: 'hostlib_tools_get_file_outline',
  schemas: fileOutlineSchemas,
  read: async ({ session }, { path }) => await readSource(session, { path }),
  answer: async ({ engine }, { path, max_depth: maxDepth }, source) =>
    await fileOutline(engine.syntax, { path, source, maxDepth: maxDepth ?? 0 }),
};

async function readKnownSource(call: SessionCall, request: SourceRequest): Promise<SyntaxSource> {
  const { bytes, language } = await readSource(call.session, request);
  if (language === undefined) throw unknownLanguage(call, request);
  return { bytes, language };
}

function unknownLanguage({ builtin }: Call, { path, language }: SourceRequest): Error {
  const detail = language
    ? `unknown language ${JSON.stringify(language)}`
    : `the language of ${JSON.stringify(path)} is unknown; name one`;
  return invalidParameter(builtin, { parameter: 'language', detail });
}
