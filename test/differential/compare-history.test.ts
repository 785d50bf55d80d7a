// The rig that compares patches of whole histories by hand (`bench/compare-history.ts`), on the
// history that has everything.
import { expect, test } from 'vitest';
import { compareHistory, FORMS } from '../support/compare-history.ts';
import { makeHistory } from '../support/fast-import.ts';
import { gitOk } from '../support/git.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { nastyHistory } from './history-commits.ts';

test('the patch of every commit is git’s, byte for byte, in every form', async () => {
  await using scratch = await tempWorkspace();
  const repository = await makeHistory(scratch.path('repository.git'), nastyHistory());
  const { stdout } = await gitOk(repository, 'rev-list', 'main');
  const commits = stdout.toString().trim().split('\n');
  const seen = new Set<string>();
  for await (const { commit, form, ...rest } of compareHistory(repository, {
    commits,
    batch: 20,
  })) {
    expect({ commit, form, ...rest }).toEqual({ commit, form, outcome: 'equal' });
    seen.add(`${commit} ${form}`);
  }
  expect(seen.size).toBe(commits.length * FORMS.length);
});
