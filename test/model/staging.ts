// What staging does to the model: each call changes it and tells what the engine must answer.
import { createHash } from 'node:crypto';
import {
  ancestorsOf,
  isBelow,
  type PlainDirectory,
  type PlainNode,
  parentOf,
} from './plain-directory.ts';
import {
  isSameNode,
  type ModelBase,
  type ModelSession,
  sortedEntries,
  type World,
} from './world.ts';

/** A value, or the code of the error instead. */
export type Answer = { readonly value: unknown } | { readonly code: string };

export interface ModelWrite {
  readonly path: string;
  readonly content: Buffer;
  readonly fileMode: '100644' | '100755' | '120000' | undefined;
  readonly overwrite: boolean;
}

const LOOP: Answer = { code: 'ERR_STAGED_INVALID_PATH' };

export function write(world: World, session: ModelSession, asked: ModelWrite): Answer {
  const seen = world.seenBy(session);
  const { path, content, fileMode } = asked;
  const key = seen.resolve(path, fileMode === undefined);
  if (key === undefined) return LOOP;
  const refusal = refusalOf(seen, key, asked);
  if (refusal !== undefined) return { code: refusal };
  const isExecutable = executableAfter(seen, key, fileMode);
  const node: PlainNode =
    fileMode === '120000'
      ? { kind: 'symlink', target: content.toString() }
      : { kind: 'file', bytes: content, isExecutable };
  const created = seen.kindOf(key) === 'absent';
  put(world, session, { key, node });
  return { value: { path: key, created, bytesWritten: content.length, digest: hash(content) } };
}

export function remove(
  world: World,
  session: ModelSession,
  asked: { readonly path: string; readonly recursive: boolean },
): Answer {
  const seen = world.seenBy(session);
  const key = seen.resolve(asked.path, false);
  if (key === undefined) return LOOP;
  if (seen.kindOf(key) === 'absent') return { value: { path: key, removed: false } };
  const isFull = seen.kindOf(key) === 'directory' && seen.list(key).length > 0;
  if (isFull && !asked.recursive) return { code: 'ERR_STAGED_NOT_EMPTY' };
  drop(world, session, key);
  return { value: { path: key, removed: true } };
}

/** `expected` is the hash given, or `current` for the right one. */
export function patch(
  world: World,
  session: ModelSession,
  asked: { readonly path: string; readonly text: string; readonly isStale: boolean },
): { readonly expectedHash: string; readonly answer: Answer } {
  const seen = world.seenBy(session);
  const key = seen.resolve(asked.path, true);
  const node = key === undefined ? undefined : seen.read(key);
  const before = node?.kind === 'file' ? node.bytes : Buffer.alloc(0);
  const expectedHash = asked.isStale ? label(Buffer.from('not this')) : label(before);
  const answer = patchAnswer(world, session, { ...asked, key, node, expectedHash });
  return { expectedHash, answer };
}

interface PatchQuestion {
  readonly key: string | undefined;
  readonly node: PlainNode | undefined;
  readonly text: string;
  readonly expectedHash: string;
}

function patchAnswer(world: World, session: ModelSession, asked: PatchQuestion): Answer {
  const { key, node, expectedHash } = asked;
  if (key === undefined) return LOOP;
  const seen = world.seenBy(session);
  if (seen.kindOf(key) === 'directory') return { code: 'ERR_STAGED_NOT_A_FILE' };
  const before = node?.kind === 'file' ? node.bytes : Buffer.alloc(0);
  const content = Buffer.from(asked.text);
  const hashes = { currentHash: label(before), afterHash: label(content), expectedHash };
  const nothing = { path: key, ...hashes, created: false, bytesWritten: 0 };
  if (label(before) !== expectedHash) return { value: { ...nothing, result: 'stale_base' } };
  if (node !== undefined && before.equals(content)) {
    return { value: { ...nothing, result: 'no_op' } };
  }
  const written = { path: key, content, fileMode: undefined, overwrite: true };
  const answer = write(world, session, written);
  if ('code' in answer) return answer;
  const created = node === undefined;
  const result = { ...nothing, result: 'applied', created, bytesWritten: content.length };
  return { value: result };
}

function refusalOf(seen: PlainDirectory, key: string, asked: ModelWrite): string | undefined {
  const kind = seen.kindOf(key);
  if (!asked.overwrite && kind !== 'absent') return 'ERR_STAGED_EXISTS';
  if (kind === 'directory' && seen.list(key).length > 0) return 'ERR_STAGED_NOT_A_FILE';
  const isUnderFile = ancestorsOf(key).some((above) => isLeaf(seen, above));
  if (isUnderFile) return 'ERR_STAGED_NOT_A_DIRECTORY';
  if (asked.fileMode !== '120000') return undefined;
  const target = asked.content.toString();
  const full = parentOf(key) === '' ? target : `${parentOf(key)}/${target}`;
  return seen.resolve(full, true) === undefined ? 'ERR_STAGED_INVALID_PATH' : undefined;
}

function isLeaf(seen: PlainDirectory, path: string): boolean {
  return ['file', 'symlink'].includes(seen.kindOf(path));
}

function executableAfter(
  seen: PlainDirectory,
  key: string,
  fileMode: ModelWrite['fileMode'],
): boolean {
  if (fileMode !== undefined) return fileMode === '100755';
  const node = seen.read(key);
  return node?.kind === 'file' && node.isExecutable;
}

function put(
  world: World,
  session: ModelSession,
  { key, node }: { readonly key: string; readonly node: PlainNode },
): void {
  world.seenBy(session).write(key, node);
  if (session.mode === 'immediate') {
    world.rebuild();
    return;
  }
  const base = session.entries.get(key)?.base ?? firstBase(world, session, key);
  forget(session, key);
  const isHidden = ancestorsOf(key).some((above) => session.entries.has(above));
  if (!isHidden && isSameNode(node, world.lower.read(key))) return;
  session.entries.set(key, { node, base });
}

function drop(world: World, session: ModelSession, key: string): void {
  world.seenBy(session).remove(key);
  if (session.mode === 'immediate') {
    world.rebuild();
    return;
  }
  const previous = session.entries.get(key);
  const isHidden = ancestorsOf(key).some((above) => session.entries.has(above));
  const isInLower = world.lower.kindOf(key) !== 'absent';
  const wasDeleted = previous !== undefined && previous.node === undefined;
  const base = previous?.base ?? baseWithStaged(world, session, key);
  forget(session, key);
  if (!isHidden && (isInLower || wasDeleted)) session.entries.set(key, { node: undefined, base });
  prune(world, session, key);
}

function forget(session: ModelSession, key: string): void {
  for (const path of [...session.entries.keys()]) {
    if (path === key || isBelow(path, key)) session.entries.delete(path);
  }
}

// Like git: a directory that is there only by its pending files goes with the last of them.
function prune(world: World, session: ModelSession, key: string): void {
  for (const above of ancestorsOf(key)) {
    const isEmpty =
      session.view.kindOf(above) === 'directory' && session.view.list(above).length === 0;
    if (!isEmpty || world.isVisibleDirectory(session, above)) return;
    session.view.remove(above);
    // Somebody has put a file there meanwhile: nothing pending stands before it any more.
    if (world.lower.read(above) !== undefined) world.rebuild();
  }
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function label(bytes: Uint8Array): string {
  return `sha256:${hash(bytes)}`;
}

// Below a directory that is staged for deletion counts what was there when that was; below anything
// else that is, nothing: what a user has put there since is not what the write is about.
function firstBase(world: World, session: ModelSession, key: string): ModelBase {
  const above = ancestorsOf(key).find(
    (path) => session.entries.get(path)?.base.kind === 'directory',
  );
  const base = above === undefined ? undefined : session.entries.get(above)?.base;
  if (above === undefined || base?.kind !== 'directory') {
    const isHidden = ancestorsOf(key).some((path) => session.entries.has(path));
    return isHidden ? { kind: 'absent' } : world.baseOf(key);
  }
  const node = base.tree.get(key.slice(above.length + 1));
  if (node === undefined) return { kind: 'absent' };
  if (node !== null) return node;
  const prefix = `${key.slice(above.length + 1)}/`;
  const below = [...base.tree].filter(([path]) => path.startsWith(prefix));
  return {
    kind: 'directory',
    tree: new Map(below.map(([path, each]) => [path.slice(prefix.length), each])),
  };
}

// A directory is deleted as it is now, but for the paths below it that were staged before: as those
// were when they were staged.
function baseWithStaged(world: World, session: ModelSession, key: string): ModelBase {
  const base = world.baseOf(key);
  if (base.kind !== 'directory') return base;
  const tree = new Map(base.tree);
  for (const [path, entry] of sortedEntries(session)) {
    if (isBelow(path, key)) replaceIn(tree, path.slice(key.length + 1), entry.base);
  }
  return { kind: 'directory', tree };
}

function replaceIn(tree: Map<string, PlainNode | null>, path: string, base: ModelBase): void {
  const node = tree.get(path);
  if (node === undefined) return;
  for (const each of [...tree.keys()]) {
    if (each === path || isBelow(each, path)) tree.delete(each);
  }
  if (base.kind === 'absent' || base.kind !== (node?.kind ?? 'directory')) return;
  tree.set(path, base.kind === 'directory' ? null : base);
  if (base.kind !== 'directory') return;
  for (const [below, each] of base.tree) tree.set(`${path}/${below}`, each);
}
