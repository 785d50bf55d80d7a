#!/usr/bin/env node
import { currentDirectory } from './current-directory.ts';
import { runCli } from './run-cli.ts';

const interruption = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The second time the user means it.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  // Getters: a stream that is not used must not be opened.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,
  cwd: currentDirectory(),
  signal: interruption.signal,
});
