// A disk that is really full: of a process that may not write files longer than 4 KiB.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { compiledChild } from '../../support/compile-children.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const CHILD = compiledChild(new URL('children/full-disk-child.ts', import.meta.url));

it('leaves no partial file behind when the disk gets full', { timeout: 120_000 }, async () => {
  await using ws = await tempWorkspace();
  // In blocks of 512 or 1024 bytes, by the shell.
  const script = 'trap "" XFSZ; ulimit -f 8; exec "$@"';
  const program = [process.execPath, CHILD, ws.root];
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...program], { stdio: 'inherit' });
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  expect(fs.readdirSync(ws.root)).toEqual([]);
});
