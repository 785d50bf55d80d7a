import { expect, it } from 'vitest';
import { coloured } from '../../src/cli/colour.ts';

const PATCH = [
  'diff --git a/a b/a',
  'index 111..222 100644',
  '--- a/a',
  '+++ b/a',
  '@@ -1,2 +1,2 @@ function',
  ' same',
  '--- looks like a header',
  '+++ so does this',
  '\\ No newline at end of file',
  'diff --git a/b b/b',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/b',
  '@@ -0,0 +1 @@',
  '+one',
  '',
].join('\n');

it.each([1, 7, 4096])('colours a patch that comes in pieces of %d bytes', async (size) => {
  const lines: string[] = [];
  for await (const line of coloured(pieces(Buffer.from(PATCH), size))) {
    lines.push(Buffer.from(line).toString().replaceAll('\u001b', '^'));
  }
  expect(lines.join('')).toBe(
    [
      '^[1mdiff --git a/a b/a^[m',
      '^[1mindex 111..222 100644^[m',
      '^[1m--- a/a^[m',
      '^[1m+++ b/a^[m',
      '^[36m@@ -1,2 +1,2 @@ function^[m',
      ' same',
      '^[31m--- looks like a header^[m',
      '^[32m+++ so does this^[m',
      '\\ No newline at end of file',
      '^[1mdiff --git a/b b/b^[m',
      '^[1mnew file mode 100644^[m',
      '^[1m--- /dev/null^[m',
      '^[1m+++ b/b^[m',
      '^[36m@@ -0,0 +1 @@^[m',
      '^[32m+one^[m',
      '',
    ].join('\n'),
  );
});

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}
