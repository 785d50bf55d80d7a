// No file reaches itself through its imports, types included.
import { importsOf } from './imports.ts';
import type { Project } from './project.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

export function cycleViolations(project: Project): string[] {
  const graph = graphOf(project);
  const done = new Set<string>();
  return [...graph.keys()].flatMap((path) => cyclesFrom(path, { graph, done, trail: [] }));
}

interface Walk {
  readonly graph: Graph;
  readonly done: Set<string>;
  readonly trail: readonly string[];
}

function cyclesFrom(path: string, { graph, done, trail }: Walk): string[] {
  const start = trail.indexOf(path);
  if (start >= 0) return [[...trail.slice(start), path].join(' -> ')];
  if (done.has(path)) return [];
  const next = { graph, done, trail: [...trail, path] };
  const cycles = (graph.get(path) ?? []).flatMap((target) => cyclesFrom(target, next));
  done.add(path);
  return cycles;
}

function graphOf(project: Project): Graph {
  const graph = new Map<string, string[]>([...project.keys()].map((path) => [path, []]));
  for (const { from, target } of importsOf(project)) {
    if (target !== undefined) graph.get(from)?.push(target);
  }
  return graph;
}
