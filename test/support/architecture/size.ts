// Small enough to be read at a glance: files, functions and parameter lists.
import ts from 'typescript';
import { lineAt, nodesOf, type Project, placeOf } from './project.ts';

const FILE_LINES = { most: 250, median: 80 };
const FUNCTION_LINES = { most: 40, median: 10 };
const MOST_PARAMETERS = 3;

export function fileSizeViolations(project: Project): string[] {
  const sizes = [...project].map(([path, source]) => ({ place: path, lines: linesOf(source) }));
  return sizeViolations('file', sizes, FILE_LINES);
}

export function functionSizeViolations(project: Project): string[] {
  const sizes = functionsOf(project).filter(isNotTrivial).map(sizeOf);
  return sizeViolations('function', sizes, FUNCTION_LINES);
}

export function parameterViolations(project: Project): string[] {
  return functionsOf(project)
    .map((node) => ({ node, count: node.parameters.filter(isNotThis).length }))
    .filter(({ count }) => count > MOST_PARAMETERS)
    .map(
      ({ node, count }) => `${placeOf(node)} takes ${count} parameters: ${MOST_PARAMETERS} at most`,
    );
}

interface Size {
  readonly place: string;
  readonly lines: number;
}

function sizeViolations(
  what: string,
  sizes: readonly Size[],
  budget: { most: number; median: number },
): string[] {
  const long = sizes
    .filter(({ lines }) => lines > budget.most)
    .map(({ place, lines }) => `${place} is a ${what} of ${lines} lines: ${budget.most} at most`);
  const median = medianOf(sizes.map(({ lines }) => lines));
  if (median <= budget.median) return long;
  return [...long, `the median ${what} has ${median} lines: ${budget.median} at most`];
}

function functionsOf(project: Project): ts.FunctionLikeDeclaration[] {
  return [...project.values()].flatMap((source) => [...nodesOf(source)].filter(isFunctionWithBody));
}

function isFunctionWithBody(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Arrows of one or two lines are expressions; counting them would flatter the median. */
function isNotTrivial(node: ts.FunctionLikeDeclaration): boolean {
  return !ts.isArrowFunction(node) || sizeOf(node).lines > 2;
}

function isNotThis(parameter: ts.ParameterDeclaration): boolean {
  return parameter.name.getText() !== 'this';
}

function sizeOf(node: ts.Node): Size {
  const source = node.getSourceFile();
  const lines = lineAt(source, node.getEnd()) - lineAt(source, node.getStart()) + 1;
  return { place: placeOf(node), lines };
}

function linesOf(source: ts.SourceFile): number {
  return source.text.replace(/\n$/, '').split('\n').length;
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}
