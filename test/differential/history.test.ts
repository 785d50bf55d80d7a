// The main job on real input: every commit of a history, staged through the server, compared with
// git in what is read, in the patch, and after commit and discard.
import { expect, test } from 'vitest';
import { makeHistory } from '../support/fast-import.ts';
import { type CommitReport, replayHistory } from '../support/history.ts';
import { isLong } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { nastyHistory } from './history-commits.ts';

test('every commit of a history goes through staging as through git', {
  timeout: 240_000,
}, async () => {
  await using scratch = await tempWorkspace();
  const commits = nastyHistory();
  const repository = await makeHistory(scratch.path('repository.git'), commits);
  const reports: CommitReport[] = [];
  const isSampled = !isLong;
  const options = { from: 'main', commits: commits.length, isSampled };
  for await (const report of replayHistory(repository, scratch.root, options)) reports.push(report);
  // The first commit is where it starts; random commits may change nothing.
  const all = commits.slice(1).map(({ title }) => title);
  const titles = all.filter((_, at) => !isSampled || at % 3 === 0);
  expect(
    reports.flatMap(({ problems }, at) => problems.map((text) => `${titles[at]}: ${text}`)),
  ).toEqual([]);
  expect(reports).toHaveLength(titles.length);
  expect(reports.filter(({ skipped }) => skipped !== undefined)).toEqual([]);
  expect(reports.length).toBeGreaterThanOrEqual(isSampled ? 15 : 80);
});
