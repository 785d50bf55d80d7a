import type { WorkspacePath } from '../../base/workspace-path.ts';
import { type Layers, lookUp, type ViewNode } from '../../overlay/view.ts';

/** Tells which paths of the view are links. Asks once for each, as a patch has many of a directory. */
export class ViewLinks {
  readonly #layers: Layers;
  readonly #known = new Map<WorkspacePath, boolean>();

  constructor(layers: Layers) {
    this.#layers = layers;
  }

  /** Whether `path` itself is one; no directory above it may be. */
  async has(path: WorkspacePath): Promise<boolean> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const isOne = isLink(await lookUp(this.#layers, path));
    this.#known.set(path, isOne);
    return isOne;
  }
}

function isLink(node: ViewNode): boolean {
  if (node.kind === 'staged') return node.entry.fileMode === '120000';
  return node.kind === 'lower' && node.stat.kind === 'symlink';
}
