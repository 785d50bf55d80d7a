// The sources a law looks at: the real ones, or planted ones that break it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** Path from the project root, with forward slashes → syntax tree. */
export type Project = ReadonlyMap<string, ts.SourceFile>;

/** A law: one line for each place that breaks it. */
export type Law = (project: Project) => string[];

const HELD_TO_THE_LAWS = ['src', 'workers'];

export async function readProject(root: string): Promise<Project> {
  const folders = await Promise.all(HELD_TO_THE_LAWS.map((folder) => readFolder(root, folder)));
  return plantedProject(Object.fromEntries(folders.flat()));
}

export function plantedProject(files: Readonly<Record<string, string>>): Project {
  return new Map(Object.entries(files).map(([path, text]) => [path, parse(path, text)]));
}

/** `path:line` of a node, as compilers print it. */
export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${lineAt(source, node.getStart())}`;
}

/** The line number, from 1, of a position. */
export function lineAt(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** Every node of a tree, parents first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

async function readFolder(root: string, folder: string): Promise<[string, string][]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const paths = names.filter((name) => name.endsWith('.ts')).sort();
  return await Promise.all(
    paths.map(async (name) => [
      `${folder}/${name}`,
      await readFile(join(root, folder, name), 'utf8'),
    ]),
  );
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
