// A folder imports only from lower levels: neither upward nor from a sibling.
import { type Import, importsOf } from './imports.ts';
import laws from './laws.json' with { type: 'json' };
import type { Project } from './project.ts';

const LEVELS: ReadonlyMap<string, number> = new Map(Object.entries(laws.levels));
const INDEX = 'src/index.ts';
const WORKERS = 'workers';

export function layerViolations(project: Project): string[] {
  return [...strayFiles(project), ...importsOf(project).flatMap(violationOf)];
}

function strayFiles(project: Project): string[] {
  return [...project.keys()]
    .filter((path) => layerOf(path) === undefined)
    .map((path) => `${path} belongs to no layer`);
}

function violationOf({ from, target, place }: Import): string[] {
  const complaint = target === undefined ? undefined : complaintAbout(from, target);
  return complaint === undefined ? [] : [`${place} imports ${target}: ${complaint}`];
}

function complaintAbout(from: string, target: string): string | undefined {
  const above = layerOf(from);
  const below = layerOf(target);
  if (below === undefined) return 'it belongs to no layer';
  if (below === WORKERS) return 'a worker is loaded, not imported';
  if (above === WORKERS) return below === 'pool' ? undefined : 'a worker imports only pool';
  if (above === undefined || above === below) return undefined;
  return complaintAboutLevels(above, below);
}

function complaintAboutLevels(above: string, below: string): string | undefined {
  const difference = levelOf(above) - levelOf(below);
  if (difference === 0) return `${above} and ${below} are siblings`;
  return difference > 0 ? undefined : `${above} is below ${below}`;
}

function layerOf(path: string): string | undefined {
  if (path === INDEX) return INDEX;
  const [top, folder, file] = path.split('/');
  if (top === WORKERS) return WORKERS;
  return top === 'src' && file !== undefined && LEVELS.has(folder ?? '') ? folder : undefined;
}

function levelOf(layer: string): number {
  // Between the layers it exports and the command line, which may use it.
  return LEVELS.get(layer) ?? 7.5;
}
