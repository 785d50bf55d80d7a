/** The few system calls that node lacks, from the optional package fs-native-extensions. */
export interface NativeAddon {
  tryLock(fd: number, options: { shared: boolean }): boolean;
  unlock(fd: number): void;
  swapSync(from: string, to: string): void;
}

/** Undefined where the package is not installed or has no binary for this system. */
export async function loadNativeAddon(): Promise<NativeAddon | undefined> {
  try {
    return await import('fs-native-extensions');
  } catch {
    return undefined;
  }
}
