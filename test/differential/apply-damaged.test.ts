// Patches with a line lost, doubled or moved, or cut short: git and we refuse the same ones, and
// make the same of the others. By default a sample; all of them in a long run.
import { expect, it } from 'vitest';
import { BothApply, gitsPatch, type Outcomes } from '../support/both-apply.ts';
import { isLong } from '../support/sampled.ts';
import type { Planted } from '../support/temp-workspace.ts';

type Files = Readonly<Record<string, Planted>>;

interface Damaged {
  readonly title: string;
  readonly patch: string;
}

// Of five kinds of damage a line, so that the sample has all of them.
const STEP = isLong ? 1 : 17;
const timeout = 60_000 * (isLong ? 30 : 1);

const TEXT = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
const EXEC = 0o755;
const BEFORE: Files = {
  'd/x.txt': 'x\n',
  lnk: { link: 'd' },
  'no newline': 'last',
  r1: TEXT,
  run: '#!\n',
  'b.bin': Buffer.from([0, 1, 2, 3, 4, 5]),
  empty: '',
  f: 'one\ntwo\nthree\n',
};
const AFTER: Files = {
  'new/file': 'n1\nn2\n',
  'new/empty': '',
  'no newline': 'last, but\none',
  r2: TEXT.replace('c', 'C'),
  run: { content: '#!\n', mode: EXEC },
  'b.bin': Buffer.from([0, 1, 2, 9, 4, 5, 7]),
  both: { content: 'both\n', mode: EXEC },
  f: 'one\nTWO\nthree\n',
};

it.each([[['-M']], [['--no-renames', '--no-prefix', '--src-prefix=x/', '--dst-prefix=y/']]])(
  'a damaged patch, printed with %j, has the same outcome as with git',
  { timeout },
  async (options) => {
    const patch = await gitsPatch(BEFORE, AFTER, '--binary', '--full-index', ...options);
    const text = patch.toString('latin1');
    await using both = await BothApply.to(BEFORE);
    expect((await both.outcomes(patch)).ours).not.toBe('refused');
    const wrong: string[] = [];
    for (const { title, patch: damaged } of sample(damages(text))) {
      const outcomes = await both.outcomes(Buffer.from(damaged, 'latin1'));
      if (!isAgreed(outcomes)) wrong.push(`${title}\n${outcomes.said}`);
    }
    expect(wrong).toEqual([]);
  },
);

// What git drops in silence, or makes a file `dev/null` of: a header or a block that stands alone.
const STRICTER = /ends within a header|a binary block, but no header|found `\/dev\/null`/;

function isAgreed({ ofGit, ours, said }: Outcomes): boolean {
  if (ours === 'refused' && STRICTER.test(said)) return true;
  return JSON.stringify(sorted(ofGit)) === JSON.stringify(sorted(ours));
}

function sorted(outcome: Outcomes['ours']): unknown {
  return outcome === 'refused' ? outcome : Object.entries(outcome).sort();
}

function* damages(text: string): Generator<Damaged> {
  const lines = text.split(/(?<=\n)/);
  for (const [at, line] of lines.entries()) {
    const [above, below] = [lines.slice(0, at), lines.slice(at + 1)];
    const next = below[0] ?? '';
    const swapped = [...above, next, line, ...below.slice(1)];
    const where = `line ${at + 1}: ${line}`;
    yield { title: `cut after ${where}`, patch: [...above, line].join('') };
    yield { title: `cut within ${where}`, patch: above.join('') + line.slice(0, -2) };
    yield { title: `without ${where}`, patch: [...above, ...below].join('') };
    yield { title: `twice ${where}`, patch: [...above, line, line, ...below].join('') };
    yield { title: `swapped ${where}`, patch: swapped.join('') };
  }
}

function sample(all: Iterable<Damaged>): Damaged[] {
  return [...all].filter((_, index) => index % STEP === 0);
}
