import type { StatIdentity } from './entry.ts';

/** Whether both are of one file, whatever became of its bytes. */
export function isSameFile(left: StatIdentity, right: StatIdentity): boolean {
  return left.ino === right.ino && left.dev === right.dev;
}

/** Whether nothing tells two observations of a file apart. Proves equal bytes only when settled. */
export function isSameStat(left: StatIdentity, right: StatIdentity): boolean {
  return (
    isSameFile(left, right) &&
    left.size === right.size &&
    left.mtimeNs === right.mtimeNs &&
    left.ctimeNs === right.ctimeNs
  );
}

/** Whether the file seen as `now` still has the bytes it had when it was seen as `then`. */
export function provesSameBytes(then: StatIdentity, now: StatIdentity): boolean {
  return then.settled && isSameStat(then, now);
}

/** The same without the change time, which a rename or a second link moves. */
export function isSameContentStat(left: StatIdentity, right: StatIdentity): boolean {
  return isSameFile(left, right) && left.size === right.size && left.mtimeNs === right.mtimeNs;
}
