import type { FileMode } from '../../base/file-mode.ts';
import { fileModeOf } from '../../base/file-mode.ts';
import { encodeName } from '../../base/name.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import { closeContent, openContent, readContent } from '../../overlay/content.ts';
import { lookUp, type ViewNode } from '../../overlay/view.ts';
import type { SessionParts } from '../parts.ts';
import { currentModeOf } from '../stage/decide-write.ts';

/** A file or link of the view, whole. */
export interface Image {
  readonly mode: FileMode;
  readonly bytes: Uint8Array;
}

/** Reads what a patch is applied to; undefined when nothing is there. @throws ERR_STAGED_NOT_A_FILE */
export async function readImage(
  parts: SessionParts,
  path: WorkspacePath,
): Promise<Image | undefined> {
  const node = await lookUp(parts.layers, path);
  if (node.kind === 'absent') return undefined;
  const target = await targetOf(parts, path, node);
  if (target !== undefined) return { mode: '120000', bytes: target };
  const content = await openContent(parts.layers, { path, node });
  try {
    const bytes = await readContent(parts.bodies, content, { offset: 0, length: content.size });
    return { mode: modeOf(node), bytes };
  } finally {
    await closeContent(content);
  }
}

async function targetOf(
  parts: SessionParts,
  path: WorkspacePath,
  node: ViewNode,
): Promise<Uint8Array | undefined> {
  if (node.kind === 'staged' && node.entry.fileMode === '120000') {
    return await parts.bodies.read(node.entry.digest, node.entry.size);
  }
  if (node.kind !== 'lower' || node.stat.kind !== 'symlink') return undefined;
  return encodeName(await parts.lower.readLink(path));
}

function modeOf(node: ViewNode): FileMode {
  return node.kind === 'lower' ? fileModeOf(node.stat.permissions) : currentModeOf(node);
}
