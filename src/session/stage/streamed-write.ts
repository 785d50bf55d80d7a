import { filePieces } from '../../disk/file-pieces.ts';
import { abortable } from '../../store/abortable.ts';
import { checkPiece, statSource } from '../../store/receive.ts';
import type { ContentSource, WriteResult } from '../api/types.ts';
import type { SessionParts } from '../parts.ts';
import { contentOfStream } from './immediate.ts';
import { bodyOfSource } from './incoming.ts';
import type { Mutations } from './mutations.ts';
import { type WriteIntent, writeOfBody, writeOfContent, writeOfStream } from './requests.ts';

/** A write whose bytes come from a stream or a file. */
export interface StreamedWrite {
  readonly intent: WriteIntent;
  readonly source: ContentSource;
}

/**
 * Receives the bytes outside any lock and takes its turn when they are complete. In immediate mode
 * they go straight beside their target. Memory stays flat.
 */
export async function writeStreamed(
  parts: SessionParts,
  mutations: Mutations,
  { intent, source }: StreamedWrite,
): Promise<WriteResult> {
  const { signal, fileMode } = intent.options;
  if (fileMode === '120000') {
    const linkTarget = await collect(abortable(sourceOf(parts, source), signal));
    return await mutations.add(writeOfContent(parts, intent, linkTarget));
  }
  if (parts.state.mode === 'immediate') {
    const content = contentOfStream(parts, sourceOf(parts, source), signal);
    return await mutations.add(writeOfStream(parts, intent, content));
  }
  await parts.state.locks.prepare();
  const body = await bodyOfSource(parts, source, signal);
  return await mutations.add(writeOfBody(parts, intent, body));
}

function sourceOf(parts: SessionParts, source: ContentSource): AsyncIterable<Uint8Array> {
  return typeof source === 'string' ? piecesOfFile(parts, source) : source;
}

async function* piecesOfFile(parts: SessionParts, path: string): AsyncGenerator<Uint8Array> {
  const { disk } = parts.ports;
  await statSource(disk, path);
  const file = await disk.open(path, 'read');
  try {
    yield* filePieces(file);
  } finally {
    await file.close();
  }
}

// Longer than any target may be: the check behind it says so.
const LONGEST_TARGET = 5000;

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    // Copied, as the source may use its memory again.
    pieces.push(new Uint8Array(checkPiece(piece)));
    length += piece.length;
    if (length > LONGEST_TARGET) break;
  }
  return Buffer.concat(pieces);
}
