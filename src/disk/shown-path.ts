import { readlinkSync } from 'node:fs';
import { displayName } from '../base/name.ts';
import { fromRaw, RAW_NAMES } from './native-path.ts';

/** The start of a path below an anchor: a number that means nothing to anyone else. */
const HANDLE = /^\/proc\/self\/fd\/\d+(?=\/)/;

/** The path as a person may read it; of a path below an anchor, where that is. */
export function shownPath(path: string): string {
  return displayName(path.replace(HANDLE, placeOf));
}

function placeOf(handle: string): string {
  try {
    return fromRaw(readlinkSync(handle, RAW_NAMES));
  } catch {
    return handle;
  }
}
