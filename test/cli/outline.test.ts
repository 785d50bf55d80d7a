// `staged-fs outline`, in a process of its own.
import { describe, expect, it } from 'vitest';
import { cliFixture, printed } from './cli.ts';

const SOURCE = `export class Shape {
  sides(): number {
    return 3;
  }
  area(): number {
    function half() {}
    return 0;
  }
}

export function main(): void {}
`;

describe('outline', () => {
  it('draws a tree of what the session sees, with lines from 1', async () => {
    await using cli = await cliFixture({ 'src/a.ts': 'let old;\n' });
    await cli.write('src/a.ts', SOURCE);
    expect(await cli.runIn('src', 'outline', 'a.ts')).toEqual(
      printed(
        [
          'a.ts  (typescript)',
          'class Shape  1-9',
          '├─ method sides  2-4',
          '└─ method area  5-8',
          '   └─ function half  6',
          'function main  11',
          '',
        ].join('\n'),
      ),
    );
  });

  it('prints the wire with --json', async () => {
    await using cli = await cliFixture({ 'm.py': 'def run():\n  pass\n' });
    const { stdout, code } = await cli.run('--json', 'outline', 'm.py');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        path: 'm.py',
        language: 'python',
        items: [{ name: 'run', kind: 'function', start_row: 0, end_row: 1, children: [] }],
      },
    ]);
  });

  it('says when there is nothing, and why there is an error', async () => {
    await using cli = await cliFixture({ 'a.txt': 'text\n', 'b.py': Buffer.from([0xff]) });
    expect(await cli.run('outline', 'a.txt')).toEqual(
      printed('a.txt  (txt): nothing to outline\n'),
    );
    expect(await cli.run('outline', 'missing.ts')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ERR_STAGED_NOT_FOUND') as unknown,
    });
    expect(await cli.run('outline', 'b.py')).toMatchObject({
      stderr: expect.stringContaining('ERR_STAGED_NOT_TEXT') as unknown,
    });
  });
});
