// Each outside thing (a package, a Node module, the terminal) is reached from one place.
import ts from 'typescript';
import { type Import, importsOf } from './imports.ts';
import laws from './laws.json' with { type: 'json' };
import { nodesOf, type Project, placeOf } from './project.ts';

const DOORS = Object.entries(laws.doors);
const GLOBALS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(laws.globals));

export function doorViolations(project: Project): string[] {
  return [
    ...importsOf(project).flatMap(importViolation),
    ...[...project.values()].flatMap((source) => [...nodesOf(source)].flatMap(globalViolation)),
  ];
}

function importViolation({ from, place, specifier, target }: Import): string[] {
  if (target !== undefined) return [];
  if (from.startsWith('workers/'))
    return [`${place} imports ${specifier}: a worker imports only pool`];
  const module = specifier.replace(/^node:/, '');
  const door = DOORS.find(([name]) => module === name || module.startsWith(`${name}/`));
  return door === undefined || isInside(from, door[1]) ? [] : [outside(place, specifier, door[1])];
}

function globalViolation(node: ts.Node): string[] {
  const name = globalOf(node);
  const allowed = name === undefined ? undefined : GLOBALS.get(name);
  if (allowed === undefined || isInside(node.getSourceFile().fileName, allowed)) return [];
  return [outside(placeOf(node), String(name), allowed)];
}

/** The name of a global in use: `console`, `process.argv`, `process['argv']`, `{ argv } = process`. */
function globalOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node) && node.text === 'console') return 'console';
  if (ts.isPropertyAccessExpression(node)) return member(node.expression, node.name.text);
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
    return member(node.expression, node.argumentExpression.text);
  }
  if (!ts.isBindingElement(node)) return undefined;
  const declaration = node.parent.parent;
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  return member(declaration.initializer, (node.propertyName ?? node.name).getText());
}

function member(owner: ts.Expression, name: string): string {
  return `${owner.getText().replace(/^globalThis\./, '')}.${name}`;
}

function isInside(path: string, allowed: readonly string[]): boolean {
  return allowed.some((prefix) => path.startsWith(prefix));
}

function outside(place: string, thing: string, allowed: readonly string[]): string {
  return `${place} uses ${thing}: only ${allowed.join(', ')} may`;
}
