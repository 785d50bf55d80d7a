// What a file imports, in every spelling: static, type-only, dynamic, re-export and require.
import { posix } from 'node:path';
import ts from 'typescript';
import { lineAt, type Project } from './project.ts';

export interface Import {
  readonly from: string;
  readonly place: string;
  readonly specifier: string;
  /** Path from the project root, for a relative specifier. */
  readonly target: string | undefined;
}

export function importsOf(project: Project): Import[] {
  return [...project.values()].flatMap(importsOfFile);
}

function importsOfFile(source: ts.SourceFile): Import[] {
  return ts.preProcessFile(source.text, true, true).importedFiles.map(({ fileName, pos }) => ({
    from: source.fileName,
    place: `${source.fileName}:${lineAt(source, pos)}`,
    specifier: fileName,
    target: targetOf(source.fileName, fileName),
  }));
}

function targetOf(from: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}
