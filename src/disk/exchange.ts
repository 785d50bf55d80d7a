import { StagedFsError } from '../base/errors.ts';
import { hasLoneSurrogate } from '../base/name.ts';
import { errnoOf, ioError } from './io-error.ts';
import { loadNativeAddon } from './native-addon.ts';
import { shownPath } from './shown-path.ts';

/** What file systems answer that do not know RENAME_EXCHANGE. */
const UNSUPPORTED: readonly (string | undefined)[] = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Swaps two names in one step. @throws ERR_STAGED_UNSUPPORTED where that can't be done here. */
export async function exchange(left: string, right: string): Promise<void> {
  const addon = await loadNativeAddon();
  // The addon takes text only: bytes that are not UTF-8 would name another file.
  if (addon === undefined || hasLoneSurrogate(left + right)) throw unsupported(left);
  try {
    addon.swapSync(left, right);
  } catch (error) {
    if (UNSUPPORTED.includes(errnoOf(error))) throw unsupported(left, error);
    throw ioError(error, { verb: 'exchange', path: left });
  }
}

function unsupported(path: string, cause?: unknown): StagedFsError {
  const shown = shownPath(path);
  const message = `Could not exchange \`${shown}\`: not supported here.`;
  return new StagedFsError('ERR_STAGED_UNSUPPORTED', message, {
    path: shown,
    verb: 'exchange',
    cause,
    hint: 'Install the optional package fs-native-extensions, and use a file system with RENAME_EXCHANGE.',
  });
}
