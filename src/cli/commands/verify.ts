import type { Command } from 'commander';
import type { Finding, VerifyResult } from '../../session/api/upkeep-types.ts';
import { examples, type Start } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { printableMessage, printablePath } from '../printable.ts';
import { withProgress } from '../progress.ts';
import type { Shell } from '../shell.ts';

export function registerVerify(program: Command, start: Start): void {
  program
    .command('verify')
    .description('Check the stored state of the session, bodies included.')
    .option('--repair', 'mend what can be mended', false)
    .addHelpText('after', examples('staged-fs verify', 'staged-fs verify --repair'))
    .action(async ({ repair }: { repair: boolean }) => {
      await start(async (shell) => await verify(shell, repair));
    });
}

async function verify(shell: Shell, repair: boolean): Promise<void> {
  const session = await shell.session();
  const result = await withProgress(shell, 'verifying', session.verify({ repair }));
  if (!result.repaired && result.findings.some(isDamage)) shell.noteExit(EXIT.damaged);
  await (shell.json ? shell.printJson(result) : shell.print(textOf(result)));
}

const DAMAGE: readonly Finding['kind'][] = [
  'manifest-damaged',
  'journal-damaged',
  'body-missing',
  'body-corrupt',
  'base-missing',
  'base-corrupt',
];

// A torn tail and a body without an entry are what a killed process leaves; nothing is lost.
function isDamage({ kind }: Finding): boolean {
  return DAMAGE.includes(kind);
}

function textOf({ findings, repaired }: VerifyResult): string {
  if (findings.length === 0) return 'no findings: the stored state is whole\n';
  const lines = findings.map(
    ({ kind, subject, detail }) =>
      `${kind}  ${printablePath(subject)}  ${printableMessage(detail)}\n`,
  );
  return `${lines.join('')}${repaired ? 'repaired\n' : ''}`;
}
