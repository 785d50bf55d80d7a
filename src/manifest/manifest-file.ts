import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { Turn } from '../disk/turn.ts';
import { writeAtomic } from '../disk/write-atomic.ts';
import { decodeManifest, encodeManifest } from './codec.ts';
import type { Manifest } from './manifest.ts';

/**
 * Reads the manifest at `path`; undefined when there is none. @throws ERR_STAGED_CORRUPT when it is
 * damaged, ERR_STAGED_FORMAT when it is of another version.
 */
export async function loadManifest(disk: Disk, path: string): Promise<Manifest | undefined> {
  const bytes = await disk.readFile(path);
  if (bytes === undefined) return undefined;
  try {
    return await inTurns(decodeManifest(bytes));
  } catch (error) {
    throw withPath(error, path);
  }
}

/** What `saveManifest` writes. */
export interface Checkpoint {
  readonly manifest: Manifest;
  /** Whether it is on the medium when it returns. */
  readonly sync: boolean;
}

/** Replaces the manifest at `path` in one step (rule M1). The entries are taken when it is called. */
export async function saveManifest(
  disk: Disk,
  path: string,
  { manifest, sync }: Checkpoint,
): Promise<void> {
  const parts: Buffer[] = [];
  await inTurns(collect(encodeManifest(manifest), parts));
  const bytes = Buffer.concat(parts);
  await writeAtomic(disk, path, { bytes, permissions: 0o600, sync });
}

function* collect(source: Iterable<string>, parts: Buffer[]): Generator<undefined, void> {
  for (const part of source) {
    if (part !== '') parts.push(Buffer.from(part, 'utf8'));
    yield;
  }
}

async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  const turn = new Turn();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (turn.isOver()) await turn.next();
  }
}

function withPath(error: unknown, path: string): unknown {
  if (!isStagedFsError(error)) return error;
  const { code, message, data, hint } = error;
  const more = { ...data, path, cause: error };
  const text = `The manifest \`${path}\` cannot be used: ${message}`;
  return new StagedFsError(code, text, hint === undefined ? more : { ...more, hint });
}
