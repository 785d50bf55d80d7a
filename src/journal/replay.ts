import type { DiskFile } from '../disk/disk.ts';
import { Turn } from '../disk/turn.ts';
import { LineSplitter } from './line-splitter.ts';
import { SegmentReader } from './segment-reader.ts';
import type { ScanOptions, SegmentScan } from './segment-scan.ts';

const PIECE_BYTES = 1024 * 1024;

export type { SegmentScan } from './segment-scan.ts';

/** Reads a segment to its end, in pieces, with rests between. Never throws for what it finds. */
export async function scanSegment(file: DiskFile, options: ScanOptions): Promise<SegmentScan> {
  const reader = new SegmentReader(options);
  const splitter = new LineSplitter();
  const turn = new Turn();
  let position = reader.end.offset;
  for (;;) {
    const piece = await file.read(position, PIECE_BYTES);
    position += piece.length;
    for (const line of splitter.push(piece)) {
      reader.read(line);
      if (turn.isOver()) await turn.next();
    }
    if (piece.length < PIECE_BYTES) return reader.finish(position);
  }
}
