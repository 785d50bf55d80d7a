// The same operations in parent and child: what was acknowledged is told by their count.
import type { Session } from '../../../src/session/api/session-api.ts';

type Work =
  | { readonly do: 'write' | 'patch'; readonly path: string; readonly text: string }
  | { readonly do: 'remove'; readonly path: string };

const PATHS: readonly string[] = ['a', 'd/x', 'd/y', 'new/deep/z', 'é', 'b'];

/** Endless: every third path is removed again, a directory now and then. */
export function workAt(index: number, seed: number): Work {
  const path = PATHS[(index * 5 + seed) % PATHS.length] ?? 'a';
  if ((index + seed) % 11 === 7) return { do: 'remove', path: 'd' };
  if ((index + seed) % 4 === 3) return { do: 'remove', path };
  const text = `${path} ${index} `.repeat(1 + ((index * 7) % 50));
  return { do: index % 5 === 2 ? 'patch' : 'write', path, text };
}

export async function doWork(session: Session, work: Work): Promise<void> {
  if (work.do === 'remove') await session.remove(work.path, { recursive: true });
  else if (work.do === 'write') await session.write(work.path, work.text);
  else await session.patchText(work.path, work.text);
}

/** The files after `count` operations. */
export function filesAfter(
  count: number,
  seed: number,
  planted: Readonly<Record<string, string>>,
): Record<string, string> {
  const files = new Map(Object.entries(planted));
  for (let index = 0; index < count; index += 1) {
    const work = workAt(index, seed);
    if (work.do !== 'remove') files.set(work.path, work.text);
    else for (const path of files.keys()) if (isAtOrBelow(path, work.path)) files.delete(path);
  }
  return Object.fromEntries([...files].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function isAtOrBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
