// No way around the type checker: no `any`, no `!`, and `as` only where a value is born typed.
import { posix } from 'node:path';
import ts from 'typescript';
import { nodesOf, type Project, placeOf } from './project.ts';

const CODEC = /codec|-json\.ts$/;

export function escapeViolations(project: Project): string[] {
  return [...project.values()].flatMap((source) => [...nodesOf(source)].flatMap(violationOf));
}

function violationOf(node: ts.Node): string[] {
  const found = escapeIn(node);
  return found === undefined ? [] : [`${placeOf(node)} uses ${found}`];
}

function escapeIn(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any';
  if (ts.isNonNullExpression(node)) return '!';
  if (ts.isPropertyDeclaration(node) && node.exclamationToken) return '!';
  if (ts.isVariableDeclaration(node) && node.exclamationToken) return '!';
  if (ts.isAssertionExpression(node) && !mayAssert(node)) return `as ${node.type.getText()}`;
  return undefined;
}

function mayAssert({ type }: ts.AssertionExpression): boolean {
  if (ts.isConstTypeReference(type)) return true;
  const source = type.getSourceFile();
  return CODEC.test(posix.basename(source.fileName)) || isBrandOf(source, type);
}

/** Whether `type` is a brand that this file of the vocabulary itself declares. */
function isBrandOf(source: ts.SourceFile, type: ts.TypeNode): boolean {
  if (!source.fileName.startsWith('src/base/')) return false;
  return source.statements
    .filter(ts.isTypeAliasDeclaration)
    .some((alias) => alias.name.text === type.getText() && ts.isIntersectionTypeNode(alias.type));
}
