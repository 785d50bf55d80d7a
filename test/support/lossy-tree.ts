// What of a directory tree is on the medium, and what is lost with the power; see lossy-disk.ts.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface LossyFile {
  readonly kind: 'file';
  /** Bytes and mode when it was last synced: nothing, before that. */
  synced: { readonly bytes: Buffer; readonly mode: number };
}

export interface LossyLink {
  readonly kind: 'symlink';
  readonly target: string;
}

export interface LossyDirectory {
  readonly kind: 'directory';
  readonly mode: number;
  readonly names: Map<string, LossyNode>;
  /** Its names on the medium. */
  readonly synced: Map<string, LossyNode>;
}

export type LossyNode = LossyFile | LossyLink | LossyDirectory;

/** One name that gets another node, or none. */
export interface NameChange {
  readonly directory: LossyDirectory;
  readonly name: string;
  readonly node: LossyNode | undefined;
}

/** Name changes that come together or not at all, such as those of a rename. */
interface Step {
  readonly changes: readonly NameChange[];
  /** Directories whose names, and nodes whose links, it is about: for those, steps keep order. */
  readonly about: ReadonlySet<unknown>;
}

/** Names of directories, with those that are not on the medium yet. */
export class LossyTree {
  readonly root: LossyDirectory;
  #steps: Step[] = [];

  constructor(root: string) {
    const node = readNode(root);
    if (node.kind !== 'directory') throw new Error(`No directory: ${root}.`);
    this.root = node;
  }

  /** Changes names in one step; nothing is on the medium by that. */
  change(changes: readonly NameChange[]): void {
    const before = changes.map(({ directory, name }) => directory.names.get(name));
    for (const change of changes) apply(change, 'names');
    const nodes = [...before, ...changes.map(({ node }) => node)];
    const links = nodes.filter((node) => node !== undefined).map(linksOf);
    this.#steps.push({ changes, about: new Set([...changes.map(namesOf), ...links]) });
  }

  /** Puts the names of `directory` on the medium, with each step that those stand on. */
  sync(directory: LossyDirectory): void {
    const about = new Set<unknown>([directory.names]);
    const kept: Step[] = [];
    const left: Step[] = [];
    for (const step of this.#steps.toReversed()) {
      const isKept = overlap(about, step.about);
      (isKept ? kept : left).unshift(step);
      if (isKept) for (const each of step.about) about.add(each);
    }
    keep(kept);
    this.#steps = left;
  }

  /** The power fails: of the steps not yet on the medium, those survive that `survives` says. */
  cut(survives: () => boolean): void {
    const lost = new Set<unknown>();
    for (const step of this.#steps) {
      if (!overlap(lost, step.about) && survives()) keep([step]);
      else for (const each of step.about) lost.add(each);
    }
    this.#steps = [];
  }
}

function overlap(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean {
  return [...other].some((each) => one.has(each));
}

// The names in a directory and its own link above are two things: syncing one leaves the other.
function namesOf({ directory }: NameChange): unknown {
  return directory.names;
}

function linksOf(node: LossyNode): unknown {
  return node;
}

function keep(steps: readonly Step[]): void {
  for (const { changes } of steps) for (const change of changes) apply(change, 'synced');
}

function apply({ directory, name, node }: NameChange, where: 'names' | 'synced'): void {
  if (node === undefined) directory[where].delete(name);
  else directory[where].set(name, node);
}

/** What is at `path`, all of it on the medium. */
export function readNode(path: string): LossyNode {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return { kind: 'symlink', target: readlinkSync(path) };
  const mode = stat.mode & 0o7777;
  if (!stat.isDirectory()) return { kind: 'file', synced: { bytes: readFileSync(path), mode } };
  const names = new Map(readdirSync(path).map((name) => [name, readNode(`${path}/${name}`)]));
  return { kind: 'directory', mode, names, synced: new Map(names) };
}
