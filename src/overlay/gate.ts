import type { WriteEntry } from '../base/entry.ts';
import { StagedFsError } from '../base/errors.ts';
import { decodeName, displayName } from '../base/name.ts';
import { joinPath, parentOf, ROOT_PATH, type WorkspacePath } from '../base/workspace-path.ts';
import type { Awaitable, Disk } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import type { BodyStore } from '../store/body-store.ts';
import { protectionOf } from './protected.ts';
import { type Found, type Layers, lookUp, lookUpInPlace, type ViewNode } from './view.ts';
import { assertWellFormed } from './well-formed.ts';

// The same bound as Linux: a chain this long is a loop.
const MOST_LINKS = 40;

/** Turns the paths of callers into keys: the only way a path enters the engine. */
export class Gate {
  readonly #layers: Layers;
  readonly #bodies: BodyStore;
  /** The root as the caller spelled it, which absolute paths may use too. */
  readonly #givenRoot: string;

  constructor(layers: Layers, bodies: BodyStore, givenRoot: string) {
    this.#layers = layers;
    this.#bodies = bodies;
    this.#givenRoot = givenRoot;
  }

  /**
   * The key of `input`, links followed in every segment, and what is there.
   * @throws ERR_STAGED_PATH_ESCAPE, ERR_STAGED_INVALID_PATH
   */
  async find(input: string): Promise<Found> {
    const segments = await this.#segmentsOf(input);
    const plain = await this.#plainKey(segments);
    if (plain !== undefined) {
      const node = await lookUpInPlace(this.#layers, plain);
      if (!isLink(node)) return { path: plain, node };
    }
    const path = await this.#walk(input, segments, true);
    return { path, node: await lookUp(this.#layers, path) };
  }

  /** The same for `input` itself: links are followed in every segment but the last. */
  async findItself(input: string): Promise<Found> {
    const segments = await this.#segmentsOf(input);
    const plain = await this.#plainKey(segments);
    if (plain !== undefined) {
      return { path: plain, node: await lookUpInPlace(this.#layers, plain) };
    }
    const path = await this.#walk(input, segments, false);
    return { path, node: await lookUp(this.#layers, path) };
  }

  /** The key alone. */
  async follow(input: string): Promise<WorkspacePath> {
    return (await this.find(input)).path;
  }

  /** The key of `input` itself. */
  async locate(input: string): Promise<WorkspacePath> {
    const segments = await this.#segmentsOf(input);
    return await ((await this.#plainKey(segments)) ?? this.#walk(input, segments, false));
  }

  /** The key, for a change: protected places are refused (rule W1). */
  async followForChange(input: string): Promise<WorkspacePath> {
    return assertChangeable(await this.follow(input), input);
  }

  async locateForChange(input: string): Promise<WorkspacePath> {
    return assertChangeable(await this.locate(input), input);
  }

  async #segmentsOf(input: string): Promise<readonly string[]> {
    assertWellFormed(input);
    const relative = input.startsWith('/') ? await this.#relative(input) : input;
    return relative.split('/').filter((segment) => segment !== '' && segment !== '.');
  }

  // An absolute path lies inside by its text, or by where its directory really is.
  async #relative(input: string): Promise<string> {
    const { lower } = this.#layers;
    for (const root of [lower.root, this.#givenRoot]) {
      const inside = insideOf(input, root);
      if (inside !== undefined) return inside;
    }
    const slash = input.replace(/\/+$/, '').lastIndexOf('/');
    const parent = await realPathOf(lower.disk, input.slice(0, slash) || '/');
    const inside = parent === undefined ? undefined : insideOf(parent, lower.root);
    return inside === undefined ? refuseEscape(input) : `${inside}/${input.slice(slash + 1)}`;
  }

  // One system call instead of one a segment: when the parent is where its text says, no link of
  // lower is on the way. A pending link may be, so any pending link means the long way.
  async #plainKey(segments: readonly string[]): Promise<WorkspacePath | undefined> {
    if (segments.includes('..') || this.#layers.upper.hasLinks) return undefined;
    const key = segments.reduce(joinPath, ROOT_PATH);
    if (segments.length < 2) return key;
    return (await this.#isInPlace(parentOf(key))) ? key : undefined;
  }

  // The root is a real path, so only what is below it can be a link; where nothing is, none is.
  async #isInPlace(directory: WorkspacePath): Promise<boolean> {
    if (directory === ROOT_PATH) return true;
    const { lower } = this.#layers;
    const stat = await unlessLoop(() => lower.lstat(directory));
    if (stat === 'loop') return false;
    if (stat === undefined) return await this.#isInPlace(parentOf(directory));
    if (stat.kind !== 'directory' || !directory.includes('/')) return stat.kind === 'directory';
    const absolute = lower.absolute(directory);
    return (await realPathOf(lower.disk, absolute)) === absolute;
  }

  async #walk(input: string, segments: readonly string[], last: boolean): Promise<WorkspacePath> {
    const todo = [...segments];
    let links = 0;
    let key = ROOT_PATH;
    for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
      if (name === '..') {
        key = above(key, input);
        continue;
      }
      const child = joinPath(key, name);
      const target = todo.length > 0 || last ? await this.#targetOf(child) : undefined;
      if (target === undefined) {
        key = child;
        continue;
      }
      links = countLink(links, input);
      if (target.startsWith('/')) key = ROOT_PATH;
      todo.unshift(...(await this.#targetSegments(target, input)));
    }
    return key;
  }

  async #targetOf(path: WorkspacePath): Promise<string | undefined> {
    const node = await lookUp(this.#layers, path);
    if (!isLink(node)) return undefined;
    return node.kind === 'staged'
      ? await this.#stagedTarget(node.entry)
      : await this.#layers.lower.readLink(path);
  }

  async #stagedTarget(entry: WriteEntry): Promise<string> {
    return decodeName(await this.#bodies.read(entry.digest, entry.size));
  }

  async #targetSegments(target: string, input: string): Promise<readonly string[]> {
    const relative = target.startsWith('/') ? await this.#linkRelative(target, input) : target;
    return relative.split('/').filter((segment) => segment !== '' && segment !== '.');
  }

  async #linkRelative(target: string, input: string): Promise<string> {
    try {
      return await this.#relative(target);
    } catch (error) {
      // Never names the target: it lies outside the workspace.
      if (error instanceof StagedFsError && error.code === 'ERR_STAGED_PATH_ESCAPE')
        refuseEscape(input);
      throw error;
    }
  }
}

/** Refuses the root, git directories and our own state (rule W1). */
export function assertChangeable(path: WorkspacePath, input: string): WorkspacePath {
  const protection = path === ROOT_PATH ? 'root' : protectionOf(path);
  if (protection === undefined) return path;
  const what = {
    root: 'the workspace root',
    git: 'inside a git directory',
    state: "inside staged-fs's own state directory",
  }[protection];
  throw new StagedFsError(
    'ERR_STAGED_INVALID_PATH',
    `Cannot change \`${displayName(input)}\`: it is ${what}.`,
    {
      path: displayName(input),
      hint: 'Choose a path of the working tree.',
    },
  );
}

async function realPathOf(disk: Disk, path: string): Promise<string | undefined> {
  const real = await unlessLoop(() => disk.realPath(path));
  return real === 'loop' ? undefined : real;
}

// A loop of links leads nowhere; the walk will say so in its own words.
async function unlessLoop<T>(look: () => Awaitable<T>): Promise<T | 'loop'> {
  try {
    return await look();
  } catch (error) {
    if (isIoError(error, 'ELOOP')) return 'loop';
    throw error;
  }
}

function above(key: WorkspacePath, input: string): WorkspacePath {
  return key === ROOT_PATH ? refuseEscape(input) : parentOf(key);
}

function countLink(links: number, input: string): number {
  return links === MOST_LINKS ? refuseLoop(input) : links + 1;
}

function isLink(node: ViewNode): boolean {
  if (node.kind === 'staged') return node.entry.fileMode === '120000';
  return node.kind === 'lower' && node.stat.kind === 'symlink';
}

function insideOf(path: string, root: string): string | undefined {
  if (path === root) return '';
  const prefix = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

function refuseEscape(input: string): never {
  throw new StagedFsError(
    'ERR_STAGED_PATH_ESCAPE',
    `Path \`${displayName(input)}\` leaves the workspace.`,
    { path: displayName(input), hint: 'Only paths inside the workspace can be read or changed.' },
  );
}

function refuseLoop(input: string): never {
  throw new StagedFsError(
    'ERR_STAGED_INVALID_PATH',
    `Path \`${displayName(input)}\` is a loop of links.`,
    {
      path: displayName(input),
      errno: 'ELOOP',
      hint: 'Remove or repair the link.',
    },
  );
}
