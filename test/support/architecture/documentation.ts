// Everything src/index.ts exports is explained where it is declared.
import ts from 'typescript';
import type { Project } from './project.ts';

const INDEX = 'src/index.ts';

export function documentationViolations(project: Project): string[] {
  const program = programOf(project);
  const checker = program.getTypeChecker();
  const index = program.getSourceFile(INDEX);
  const module = index && checker.getSymbolAtLocation(index);
  if (!module) return [`${INDEX} exports nothing`];
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => !isDocumented(declared(symbol, checker), checker))
    .map((symbol) => `${INDEX} exports ${symbol.name} without TSDoc`);
}

function declared(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isDocumented(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return symbol.getDocumentationComment(checker).length > 0;
}

/** A program over these trees alone: names need resolving, types of packages do not. */
function programOf(project: Project): ts.Program {
  return ts.createProgram({
    rootNames: [...project.keys()],
    options: {
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      noEmit: true,
      noLib: true,
      types: [],
    },
    host: hostOf(project),
  });
}

function hostOf(project: Project): ts.CompilerHost {
  return {
    fileExists: (path) => project.has(path),
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => '',
    getDefaultLibFileName: () => 'lib.d.ts',
    getNewLine: () => '\n',
    getSourceFile: (path) => project.get(path),
    readFile: (path) => project.get(path)?.text,
    useCaseSensitiveFileNames: () => true,
    writeFile: () => undefined,
  };
}
