// What the acceptance tests of the seed share.
import { type Fixture, openFixture } from '../harness/fixture.ts';

export const session_id = 's';

// Two writes and a delete, pending.
export async function withThree(): Promise<Fixture> {
  const fixture = await openFixture({ 'old.txt': 'old' });
  const { tools } = fixture.harness;
  await tools.write_file({ session_id, path: 'a.txt', content: 'a' });
  await tools.write_file({ session_id, path: 'b.txt', content: 'b' });
  await tools.delete_file({ session_id, path: 'old.txt' });
  return fixture;
}

export async function contentOf({ workspace }: Fixture): Promise<Record<string, string>> {
  const nodes = Object.entries(await workspace.tree());
  return Object.fromEntries(
    nodes.flatMap(([path, node]) => (node.kind === 'file' ? [[path, String(node.content)]] : [])),
  );
}

export async function pendingPaths({ harness }: Fixture): Promise<string[]> {
  const { pending_writes: pending } = await harness.fs.staged_status({ session_id });
  return pending.map(({ path }) => path);
}
