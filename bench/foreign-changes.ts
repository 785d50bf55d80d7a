// How soon a listener hears of what another process did.
import { setTimeout as sleep } from 'node:timers/promises';
import { openEngine } from '../src/index.ts';
import { serve } from '../test/support/serve-client.ts';
import { freshDirectory, type Row } from './measure.ts';

const CHANGES = 200;
const LONGEST_PAUSE_MS = 100;
const session_id = 's';

export async function foreignChanges(): Promise<Row[]> {
  const root = freshDirectory();
  await using engine = await openEngine({ root });
  await using other = serve(root);
  const session = await engine.session(session_id);
  await session.setMode('staged');
  const heard = new Map<number, number>();
  session.on('pending', ({ pendingCount }) => heard.set(pendingCount, performance.now()));
  const delays: number[] = [];
  for (let count = 1; count <= CHANGES; count += 1) {
    // At any point between two looks.
    await sleep(Math.random() * LONGEST_PAUSE_MS);
    await other.tools.write_file({ session_id, path: `${count}.txt`, content: 'x' });
    const acknowledged = performance.now();
    delays.push((await heardOf(heard, count)) - acknowledged);
  }
  const p99 = delays.toSorted((left, right) => left - right)[Math.ceil(CHANGES * 0.99) - 1] ?? 0;
  return [
    {
      subject: 'a change of another process reaches listeners, p99 in ms',
      figure: p99.toFixed(0),
      goal: '≤ 250',
      isMet: p99 <= 250,
    },
  ];
}

async function heardOf(heard: ReadonlyMap<number, number>, count: number): Promise<number> {
  for (;;) {
    const time = heard.get(count);
    if (time !== undefined) return time;
    await sleep(1);
  }
}
