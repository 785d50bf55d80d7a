/** How a request to print crosses to a worker: three byte strings a change, and how to print. */
import type { StagedFsErrorJson } from '../base/errors.ts';
import type { PrintRequest, PrintStyle, RawChange, RawSide } from '../diff/print/print-changes.ts';
import { type BytePacker, type PackedBytes, unpacked } from './packed-bytes.ts';

/** What a diffing worker is asked. The contents are moved to it, not cloned. */
export interface DiffTask {
  readonly style: PrintStyle;
  /** Of each change: path and names of the sides as JSON, then the contents of both. */
  readonly changes: PackedBytes;
}

/** What comes back: the pieces, moved. Errors travel as JSON: a cloned one would lose its class. */
export type DiffReply =
  | { readonly kind: 'printed'; readonly pieces: PackedBytes }
  | { readonly kind: 'failed'; readonly error: StagedFsErrorJson };

type SideHead = Omit<RawSide, 'bytes'>;

interface Head {
  readonly path: string;
  readonly before?: SideHead;
  readonly after?: SideHead;
}

const STRINGS_PER_CHANGE = 3;
const NO_BYTES = new Uint8Array();

/** Packs one change. */
export function packChange(packer: BytePacker, { path, before, after }: RawChange): void {
  const head: Head = {
    path: Buffer.from(path).toString('latin1'),
    ...(before && { before: headOf(before) }),
    ...(after && { after: headOf(after) }),
  };
  packer.add(Buffer.from(JSON.stringify(head), 'latin1'));
  packer.add(before?.bytes ?? NO_BYTES);
  packer.add(after?.bytes ?? NO_BYTES);
}

/** The request again, on the other side. */
export function requestOf({ style, changes }: DiffTask): PrintRequest {
  const strings = unpacked(changes);
  const raw: RawChange[] = [];
  for (let at = 0; at < strings.length; at += STRINGS_PER_CHANGE) {
    raw.push(changeOf(strings.slice(at, at + STRINGS_PER_CHANGE)));
  }
  return { ...style, changes: raw };
}

function changeOf([head = NO_BYTES, before = NO_BYTES, after = NO_BYTES]: Uint8Array[]): RawChange {
  const { path, ...sides } = JSON.parse(Buffer.from(head).toString('latin1')) as Head;
  return {
    path: Buffer.from(path, 'latin1'),
    ...(sides.before && { before: { ...sides.before, bytes: before } }),
    ...(sides.after && { after: { ...sides.after, bytes: after } }),
  };
}

function headOf({ mode, oid }: RawSide): SideHead {
  return oid === undefined ? { mode } : { mode, oid };
}
