// A session directory with a journal in it, and the state its records make.
import { readFile, writeFile } from 'node:fs/promises';
import { digestOf } from '../../../src/base/digest.ts';
import type { Entry } from '../../../src/base/entry.ts';
import type { Mode } from '../../../src/base/ids.ts';
import type { StateChange } from '../../../src/base/state-change.ts';
import {
  isBelow,
  parseWorkspacePath,
  type WorkspacePath,
} from '../../../src/base/workspace-path.ts';
import type { Disk } from '../../../src/disk/disk.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import type { Journal, JournalPlace } from '../../../src/journal/journal.ts';
import { createJournal, type OpenedJournal, openJournal } from '../../../src/journal/open.ts';
import type { JournalRecord } from '../../../src/journal/record.ts';
import type { SegmentState } from '../../../src/journal/segment.ts';
import { type TempWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

export interface JournalFixture extends AsyncDisposable {
  readonly place: JournalPlace;
  readonly file: string;
  create(records: readonly JournalRecord[]): Promise<Journal>;
  open(afterSeq?: number): Promise<OpenedJournal>;
  /** A second view, as another process would have it. */
  on(disk: Disk): JournalPlace;
  bytes(): Promise<Buffer>;
  plant(bytes: Uint8Array): Promise<void>;
}

export async function journalFixture(): Promise<JournalFixture> {
  const workspace = await tempWorkspace();
  return fixtureIn(workspace);
}

function fixtureIn(workspace: TempWorkspace): JournalFixture {
  const disk = createNodeDisk({ mode: 'sync' });
  const place = { disk, directory: workspace.root, root: '/w', sessionId: 's-7' };
  const file = workspace.path('journal.jsonl');
  const opened: Journal[] = [];
  return {
    place,
    file,
    create: async (records) => {
      const journal = await createJournal(place);
      opened.push(journal);
      if (records.length > 0) await journal.append(records);
      return journal;
    },
    open: async (afterSeq = 0) => {
      const open = await openJournal(place, { afterSeq });
      if (open === undefined) throw new Error('There is no journal.');
      opened.push(open.journal);
      return open;
    },
    on: (other) => ({ ...place, disk: other }),
    bytes: async () => await readFile(file),
    plant: async (bytes) => await writeFile(file, bytes),
    [Symbol.asyncDispose]: async () => {
      for (const journal of opened) await journal.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

export function entryOf(text: string): Entry {
  return {
    kind: 'write',
    digest: digestOf(Buffer.from(text)),
    size: text.length,
    fileMode: '100644',
    base: { kind: 'absent' },
    createdAtMs: 1,
    snapshotId: null,
  };
}

export function writeOf(name: string, text: string = name): JournalRecord {
  const path = parseWorkspacePath(name);
  const change: StateChange = { put: [{ path, entry: entryOf(text) }] };
  return { op: 'write', path, pendingCount: 1, tsMs: 1780000000000, change };
}

export interface PlainState {
  mode: Mode;
  readonly entries: Map<WorkspacePath, Entry>;
}

/** What replaying the records gives: the model of the session's state. */
export function replay(records: readonly { readonly record: JournalRecord }[]): PlainState {
  return stateAfter(records.map(({ record }) => record.change));
}

/** What the changes make of an empty state. */
export function stateAfter(changes: readonly StateChange[]): PlainState {
  const state: PlainState = { mode: 'immediate', entries: new Map() };
  for (const change of changes) apply(state, change);
  return state;
}

function apply(state: PlainState, change: StateChange): void {
  const { entries } = state;
  const { clear = [], drop = [], put = [] } = change;
  if (change.reset === true) entries.clear();
  state.mode = change.mode ?? state.mode;
  for (const top of clear) {
    for (const path of entries.keys()) if (path === top || isBelow(path, top)) entries.delete(path);
  }
  for (const path of drop) entries.delete(path);
  for (const { path, entry } of put) entries.set(path, entry);
}

/** The same state, as a segment starts with it. */
export function segmentStateOf({ mode, entries }: Readonly<PlainState>): SegmentState {
  return { mode, entries: Array.from(entries, ([path, entry]) => ({ path, entry })) };
}

/** The names that the records wrote, in order. */
export function namesIn(records: readonly { readonly record: JournalRecord }[]): string[] {
  return records.map(({ record }) => record.path ?? record.op);
}
