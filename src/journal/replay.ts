import type { DiskFile } from '../disk/disk.ts';
import { inTurns } from '../disk/in-turns.ts';
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
    await inTurns(reader.read(splitter.push(piece)), turn);
    if (piece.length < PIECE_BYTES) return reader.finish(position);
  }
}
