/** How a change without its contents is written as bytes, to cross threads and to be kept. */
import type { NamedChange, SideName } from '../file-change.ts';
import type { CountedChange, LineCounts } from './line-counts.ts';

interface Listing {
  readonly path: string;
  readonly before?: SideName;
  readonly after?: SideName;
  readonly renamedFrom?: { readonly path: string; readonly similarity: number };
  readonly counts: LineCounts;
}

/** Writes `change` down, whatever else it holds. */
export function encodeListing({ counts, ...change }: CountedChange): Uint8Array {
  const { path, before, after, renamedFrom } = change;
  const listing: Listing = {
    path: latin1(path),
    ...(before && { before: nameOf(before) }),
    ...(after && { after: nameOf(after) }),
    ...(renamedFrom && { renamedFrom: { ...renamedFrom, path: latin1(renamedFrom.path) } }),
    counts,
  };
  return Buffer.from(JSON.stringify(listing), 'latin1');
}

/** Reads what `encodeListing` wrote. */
export function decodeListing(bytes: Uint8Array): CountedChange {
  const { path, renamedFrom, ...rest } = JSON.parse(latin1(bytes)) as Listing;
  return { ...rest, path: bytesOf(path), ...(renamedFrom && { renamedFrom: source(renamedFrom) }) };
}

function source({
  path,
  similarity,
}: NonNullable<Listing['renamedFrom']>): NonNullable<NamedChange['renamedFrom']> {
  return { path: bytesOf(path), similarity };
}

function nameOf({ mode, oid }: SideName): SideName {
  return { mode, oid };
}

// One character a byte: names need not be UTF-8.
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
