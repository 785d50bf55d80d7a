const LONGEST_SHOWN = 80;

/** A value of any kind as an error message shows it: JSON where there is any, cut short. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  // JSON has no NaN.
  const text = typeof value === 'number' ? String(value) : tryJson(value);
  return (text ?? Object.prototype.toString.call(value)).slice(0, LONGEST_SHOWN);
}

// There is none of a function, a bigint, a circular object, or one nested too deep.
function tryJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
