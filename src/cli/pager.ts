import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Output } from './output.ts';
import type { Shell } from './shell.ts';

/** Prints through the user's pager; straight to the terminal when there is none. */
export async function page(shell: Shell, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const { env } = shell.io;
  const pager = env['GIT_PAGER'] ?? env['PAGER'] ?? 'less';
  if (pager === '' || pager === 'cat') return await shell.out.pipe(chunks);
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    // As git does: leave short output on the screen, keep colours.
    env: { LESS: 'FRX', ...env },
  });
  const closed = once(child, 'close');
  await new Output(child.stdin).pipe(chunks);
  child.stdin.end();
  await closed;
}
