/** The time stamp that `diff -u` puts after a file's name. All text is a character a byte. */

// POSIX: `2010-07-05 19:41:17`; GNU: `2010-07-05 19:41:17.620000023 -0500`. A tab comes before it,
// or blanks where a tab was lost on the way.
const STAMP = /[\t ](?:\d\d)?\d\d-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?)?(?: [+-]\d\d:?\d\d)?$/;
const AFTER_TAB = /\t([^\t]*)$/;
const EPOCH =
  /^(1969-12-31|1970-01-01) ([0-2]\d):([0-5]\d):00(?:\.0+)? ([-+])([0-2]\d):?([0-5]\d)$/;

/** `text` without a time stamp at its end. */
export function withoutTimeStamp(text: string): string {
  let end = text.search(STAMP);
  if (end < 0) return text;
  while (text[end] === ' ' && text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}

/**
 * Whether `text` ends with the time stamp that `diff -N` gives a file that is not there: the epoch,
 * in whatever zone.
 */
export function hasEpochTimeStamp(text: string): boolean {
  const stamp = AFTER_TAB.exec(text)?.[1] ?? '';
  const match = EPOCH.exec(stamp);
  if (match === null) return false;
  const [, date, hour, minute, sign, zoneHour, zoneMinute] = match;
  const zone = minutes(zoneHour, zoneMinute) * (sign === '-' ? -1 : 1);
  const day = date === '1969-12-31' ? minutes('24') : 0;
  return minutes(hour, minute) - zone === day;
}

function minutes(hours = '0', more = '0'): number {
  return Number(hours) * 60 + Number(more);
}
