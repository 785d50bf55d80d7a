// A script's multi-hunk edit over staged_read_text and safe_text_patch: what the seed says those
// two are for.
import { expect, it } from 'vitest';
import type { TextPatchResultEvent } from '../../src/harness/index.ts';
import { type Fixture, label, openFixture } from '../harness/fixture.ts';
import {
  type EditRequest,
  type EditResult,
  editSafeTextPatch,
} from '../support/edit-safe-text-patch.ts';

const session_id = 's';
const TEXT = 'one\ntwo\nthree\nfour\n';

it('applies all hunks in order, in one staged write', async () => {
  await using fixture = await openFixture({ 'a.txt': TEXT });
  const hunks = [hunk('one', '1'), hunk('1\ntwo', '1\n2'), hunk('four\n', 'four\nfive\n')];
  expect(await edit(fixture, { hunks })).toEqual({
    result: 'applied',
    current_hash: label(TEXT),
    failed_hunk_index: null,
    bytes_written: 20,
  });
  expect(await textOf(fixture)).toBe('1\n2\nthree\nfour\nfive\n');
  expect((await fixture.workspace.read('a.txt')).toString()).toBe(TEXT);
  const { records } = await fixture.harness.fs.log({ session_id });
  expect(records.map(({ op }) => op)).toEqual(['set_mode', 'safe_text_patch']);
});

it.each([
  ['is not there', hunk('seven', '7')],
  ['is there twice', hunk('o', '0')],
])('applies nothing when the text of a hunk %s', async (_, bad) => {
  await using fixture = await openFixture({ 'a.txt': TEXT });
  expect(await edit(fixture, { hunks: [hunk('one', '1'), bad] })).toEqual({
    result: 'hunk_conflict',
    current_hash: label(TEXT),
    failed_hunk_index: 1,
    bytes_written: 0,
  });
  expect(await fixture.harness.fs.staged_status({ session_id })).toMatchObject({
    pending_writes: [],
  });
});

it('is stale when the text is not the one the caller knew', async () => {
  await using fixture = await openFixture({ 'a.txt': TEXT });
  const expected_hash = label('another');
  expect(await edit(fixture, { hunks: [hunk('one', '1')], expected_hash })).toMatchObject({
    result: 'stale_base',
    current_hash: label(TEXT),
  });
});

it('is stale when another writer comes between reading and writing', async () => {
  await using fixture = await openFixture({ 'a.txt': TEXT });
  const { tools } = fixture.harness;
  const pre_write = async (): Promise<unknown> =>
    await tools.write_file({ session_id, path: 'a.txt', content: 'theirs\n' });
  expect(await edit(fixture, { hunks: [hunk('one', '1')], pre_write })).toEqual({
    result: 'stale_base',
    current_hash: label('theirs\n'),
    failed_hunk_index: null,
    bytes_written: 0,
  });
  expect(await textOf(fixture)).toBe('theirs\n');
});

it('says no_op when the hunks change nothing, and stages nothing', async () => {
  await using fixture = await openFixture({ 'a.txt': TEXT });
  const hunks = [hunk('one', '1'), hunk('1', 'one')];
  expect(await edit(fixture, { hunks })).toMatchObject({ result: 'no_op', bytes_written: 0 });
  expect(await fixture.harness.fs.staged_status({ session_id })).toMatchObject({
    pending_writes: [],
  });
});

it.each([
  ['with a final newline', 'one\r\ntwo\r\nthree\r\n', 'one\r\n2\r\n2b\r\nTHREE\r\n'],
  ['without one', 'one\r\ntwo\r\nthree', 'one\r\n2\r\n2b\r\nTHREE'],
  ['after a byte order mark', '\ufeffone\r\ntwo\r\nthree\r\n', '\ufeffone\r\n2\r\n2b\r\nTHREE\r\n'],
])('keeps the line ends of a CRLF file %s', async (_, before, after) => {
  await using fixture = await openFixture({ 'a.txt': before });
  const hunks = [hunk('one\ntwo', 'one\n2\n2b'), hunk('three', 'THREE')];
  expect(await edit(fixture, { hunks })).toMatchObject({ result: 'applied' });
  expect(await textOf(fixture)).toBe(after);
  await fixture.harness.fs.commit_staged({ session_id });
  expect(await fixture.workspace.read('a.txt')).toEqual(Buffer.from(after));
});

it('sees what an earlier edit staged', async () => {
  await using fixture = await openFixture({ 'a.txt': TEXT });
  await edit(fixture, { hunks: [hunk('one', '1')] });
  expect(await edit(fixture, { hunks: [hunk('1\n', 'uno\n')] })).toMatchObject({
    result: 'applied',
    current_hash: label(TEXT.replace('one', '1')),
  });
  expect(await textOf(fixture)).toBe(TEXT.replace('one', 'uno'));
});

it('refuses a file that is not UTF-8, and harms none of its bytes', async () => {
  const bytes = Buffer.from('const x = 1;\n// caf\xe9\n', 'latin1');
  await using fixture = await openFixture({ 'a.txt': bytes });
  await expect(edit(fixture, { hunks: [hunk('x = 1', 'x = 2')] })).rejects.toMatchObject({
    kind: 'backend_error',
    code: 'ERR_STAGED_NOT_TEXT',
  });
  await fixture.harness.fs.commit_staged({ session_id });
  expect(await fixture.workspace.read('a.txt')).toEqual(bytes);
});

it('reports each outcome', async () => {
  await using fixture = await openFixture({ 'a.txt': TEXT });
  const events: TextPatchResultEvent[] = [];
  fixture.harness.onTextPatchResult((event) => events.push(event));
  await edit(fixture, { hunks: [hunk('one', '1')] });
  await edit(fixture, { hunks: [hunk('two', '2'), hunk('one', '1')] });
  expect(events).toEqual([
    {
      session_id,
      path: 'a.txt',
      result: 'applied',
      hunks_count: 1,
      bytes_written: 17,
      failed_hunk_index: null,
    },
    {
      session_id,
      path: 'a.txt',
      result: 'hunk_conflict',
      hunks_count: 2,
      bytes_written: 0,
      failed_hunk_index: 1,
    },
  ]);
});

type Edit = Pick<EditRequest, 'hunks' | 'expected_hash' | 'pre_write'>;

async function edit({ harness }: Fixture, request: Edit): Promise<EditResult> {
  return await editSafeTextPatch(harness.fs, { session_id, path: 'a.txt', ...request });
}

async function textOf({ harness }: Fixture): Promise<string> {
  return (await harness.fs.staged_read_text({ session_id, path: 'a.txt' })).content;
}

function hunk(old_text: string, new_text: string): { old_text: string; new_text: string } {
  return { old_text, new_text };
}
