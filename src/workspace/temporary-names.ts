/**
 * The names that a commit uses beside a path while it changes that. No user would choose them, so
 * that what a crash leaves behind can be told by them; the tag is in the commit's intent:
 *
 * - `.name.<tag>.tmp`: what is to take the path's place; after an exchange, what was there before
 * - `.name.<tag>.<hash>.out.tmp`: what a delete took from its place; it may still have to go back
 * - `….old.tmp`: either of the two once a copy of it is kept elsewhere; only its removal is left
 */
import { digestOf } from '../base/digest.ts';
import { encodeName } from '../base/name.ts';

/** Has what is to replace `name`. Long names that begin alike share one. */
export function temporaryNameFor(name: string, tag: string): string {
  return `.${startOf(name)}.${tag}.tmp`;
}

/** Has what was taken out from under `name`: of no other name, as it may be given that back. */
export function outgoingNameFor(name: string, tag: string): string {
  const hash = digestOf(encodeName(name)).slice(0, 16);
  return `.${startOf(name)}.${tag}.${hash}.out.tmp`;
}

/** The name, or path, that something gets whose copy is complete. */
export function spentNameFor(temporary: string): string {
  return temporary.replace(/(?:\.old|\.out)?\.tmp$/, '.old.tmp');
}

// By character: half a surrogate pair would be another name on disk.
function startOf(name: string): string {
  return Array.from(name).slice(0, 16).join('');
}
