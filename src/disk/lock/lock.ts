/** A lock that is held. Releasing twice does nothing. */
export interface HeldLock {
  release(): void;
  /** Shows those who wait that the work goes on: their time begins anew. */
  advance(): void;
}

/** How to wait for a lock. */
export interface LockOptions {
  /** Milliseconds until ERR_STAGED_BUSY, from the last time the holder advanced; 0 tries once. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Two holders with `shared` do not exclude each other. */
  readonly shared?: boolean;
}

/**
 * A lock between processes on one path, freed by the operating system (or found stale) when its
 * holder dies. It also excludes a second holder in the same process.
 */
export interface FileLock {
  /** Undefined when another holder has it. */
  tryAcquire(shared?: boolean): HeldLock | undefined;
  /** Polls with back-off. @throws ERR_STAGED_BUSY naming the holder where it can be known. */
  acquire(options: LockOptions): Promise<HeldLock>;
  /** Gives back what keeping the lock ready costs (a descriptor). */
  close(): void;
}

/** Makes the locks of one workspace, all of one kind. */
export interface LockMaker {
  readonly kind: 'native' | 'pid';
  /** The lock at `path`; its directory must exist when it is first acquired. */
  lockAt(path: string): FileLock;
}
