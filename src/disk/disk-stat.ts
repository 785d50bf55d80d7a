import type { BigIntStats } from 'node:fs';
import type { DiskStat, NodeKind } from './disk.ts';

/** The coarsest time stamps in use (FAT: 2 s); ext4 and the like tick every 1–10 ms. */
const SETTLED_AFTER_NS = 2_000_000_000n;

/** The port's view of node's stat; `nowMs` decides whether it is settled. */
export function diskStatOf(stats: BigIntStats, nowMs: number): DiskStat {
  const { dev, ino, mtimeNs, ctimeNs } = stats;
  const size = Number(stats.size);
  const settledBefore = BigInt(nowMs) * 1_000_000n - SETTLED_AFTER_NS;
  const settled = mtimeNs <= settledBefore && ctimeNs <= settledBefore;
  return {
    kind: kindOf(stats),
    size,
    permissions: Number(stats.mode) & 0o7777,
    owner: { user: Number(stats.uid), group: Number(stats.gid) },
    links: Number(stats.nlink),
    identity: {
      dev: String(dev),
      ino: String(ino),
      size,
      mtimeNs: String(mtimeNs),
      ctimeNs: String(ctimeNs),
      settled,
    },
  };
}

interface KindOfNode {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** The kind of a stat or of a directory entry. */
export function kindOf(node: KindOfNode): NodeKind {
  if (node.isFile()) return 'file';
  if (node.isDirectory()) return 'directory';
  return node.isSymbolicLink() ? 'symlink' : 'other';
}
