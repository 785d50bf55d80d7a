import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { builtWorkers } from './test/support/built-workers.ts';
import { ClosingLine } from './test/support/closing-line.ts';
import { SlowFirst } from './test/support/slow-first.ts';

const SECOND = 1000;
const isLong = process.env['STAGED_FS_LONG'] === '1';

// The permission bits that tests expect of new files; every process of the run takes it over.
process.umask(0o022);

const config: ViteUserConfig = defineConfig({
  plugins: [builtWorkers()],
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Loading the sources anew for each file takes a third of the run. What a test changes it puts back.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/support/compile-children.ts'],
    setupFiles: ['test/support/fail-on-warning.ts'],
    reporters: ['default', new ClosingLine()],
    // Generous, for child processes on a busy machine; a long run tries every case there is.
    testTimeout: (isLong ? 1800 : 30) * SECOND,
    hookTimeout: 30 * SECOND,
  },
});

export default config;
