import { gitOk } from '../support/git.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

/** A repository of empty files, all of them in the index, for git to match pathspecs with. */
export async function pathspecRepository(files: readonly string[]): Promise<TempWorkspace> {
  const workspace = await tempWorkspace(Object.fromEntries(files.map((file) => [file, ''])));
  await gitOk(workspace.root, 'init', '--quiet');
  await gitOk(workspace.root, '--literal-pathspecs', 'add', '--', ...files);
  return workspace;
}
