// A patch needs the object ids of all contents. They come with the digests, in the same pass.
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { RawSide } from '../../src/diff/print/print-changes.ts';
import type { Differ } from '../../src/pool/differ.ts';
import { createInlineDiffer } from '../../src/pool/inline-differ.ts';
import type { Session } from '../../src/session/api/session-api.ts';
import { blobOidOf, gitOk } from '../support/git.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

const LARGE = 'a line of text\n'.repeat(40_000);

/** A differ that keeps the sides it was given. */
function recordingDiffer(): { readonly differ: Differ; readonly sides: RawSide[] } {
  const differ = createInlineDiffer();
  const sides: RawSide[] = [];
  return {
    sides,
    differ: {
      async print(request, options) {
        sides.push(
          ...request.changes.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()),
        );
        return await differ.print(request, options);
      },
      close: () => differ.close(),
    },
  };
}

const PATCH = `diff --git a/edited b/edited
--- a/edited
+++ b/edited
@@ -1 +1 @@
-small
+patched
`;

type Stage = (session: Session, ws: TempWorkspace) => Promise<unknown>;

const WAYS: readonly [string, Stage][] = [
  ['a small write', (session) => session.write('edited', 'more\n')],
  ['a large write', (session) => session.write('edited', `${LARGE}more\n`)],
  ['a small stream', (session) => session.writeFrom('edited', Readable.from([Buffer.from('x')]))],
  ['a large stream', (session) => session.writeFrom('edited', Readable.from([Buffer.from(LARGE)]))],
  ['a file', (session, ws) => session.writeFrom('edited', ws.path('source'))],
  ['a link', (session) => session.write('edited', 'large', { fileMode: '120000' })],
  ['a patch', (session) => session.applyPatch(PATCH)],
  ['an edit', (session) => session.patchText('edited', 'small and edited\n')],
  ['a delete', (session) => session.remove('edited')],
  ['a write over a large file', (session) => session.write('large', 'small now\n')],
];

it.each(WAYS)('come with %s', async (_way, stage) => {
  await using ws = await tempWorkspace({ edited: 'small\n', large: LARGE, source: LARGE });
  const { differ, sides } = recordingDiffer();
  const engine = await testEngine(ws.root, { differ });
  const session = await stagedSession(engine);
  await stage(session, ws);
  await session.diff();
  expect(sides.map(({ oid }) => oid)).toEqual(await oidsByGit(ws, sides));
  await engine.close();
});

it('are computed for the patch where the digests come from elsewhere', async () => {
  await using ws = await tempWorkspace({ edited: 'small\n' });
  const first = await testEngine(ws.root);
  await (await stagedSession(first)).write('edited', 'more\n');
  const patch = await (await first.session('s')).diff();
  await first.close();
  const { differ, sides } = recordingDiffer();
  const second = await testEngine(ws.root, { differ });
  expect(await (await second.session('s')).diff()).toEqual(patch);
  expect(sides.map(({ oid }) => oid)).toEqual([undefined, undefined]);
  await second.close();
});

it('are those of the repository, whatever its object format', async () => {
  await using ws = await tempWorkspace({ edited: 'small\n' });
  const { differ, sides } = recordingDiffer();
  const engine = await testEngine(ws.root, { differ });
  const session = await stagedSession(engine);
  await session.write('edited', 'more\n');
  await gitOk(ws.root, 'init', '-q', '--object-format=sha256');
  const patch = Buffer.from(await session.diff()).toString();
  const [before, after] = await oidsByGit(ws, sides);
  expect(patch).toContain(`\nindex ${before}..${after} 100644\n`);
  expect(before).toHaveLength(64);
  await engine.close();
});

async function oidsByGit(ws: TempWorkspace, sides: readonly RawSide[]): Promise<string[]> {
  const oids: string[] = [];
  for (const { bytes } of sides) {
    await writeFile(ws.path('content'), bytes);
    oids.push(await blobOidOf(ws.root, 'content'));
  }
  return oids;
}
