import type { Shell } from './shell.ts';

/** Waits for `work`; on a terminal, work over a second shows that it goes on. */
export async function withProgress<T>(shell: Shell, label: string, work: Promise<T>): Promise<T> {
  if (!shell.err.isTerminal) return await work;
  const start = performance.now();
  const show = (): void => {
    const seconds = Math.floor((performance.now() - start) / SECOND);
    void shell.err.print(`\r${label}… ${seconds} s`);
  };
  const timer = setInterval(show, SECOND);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (performance.now() - start >= SECOND) await shell.err.print(CLEAR_LINE);
  }
}

const SECOND = 1000;
const CLEAR_LINE = '\r\u001b[K';
