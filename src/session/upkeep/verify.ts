import type { Digest } from '../../base/digest.ts';
import { isStagedFsError } from '../../base/errors.ts';
import { eachInTurns } from '../../disk/in-turns.ts';
import { openJournal } from '../../journal/open.ts';
import type { SegmentScan } from '../../journal/replay.ts';
import { loadManifest } from '../../manifest/manifest-file.ts';
import { sweep } from '../../store/sweep.ts';
import type { TemporaryFiles } from '../../store/temporary-files.ts';
import { verify as verifyBodies } from '../../store/verify.ts';
import type { Finding, VerifyResult } from '../api/upkeep-types.ts';
import { openCommits } from '../commit/commit-directory.ts';
import { recoverCommits } from '../commit/recover.ts';
import type { SessionParts } from '../parts.ts';
import { hasSessionDirectory } from '../session-dir.ts';
import { journalPlaceOf } from '../state/load.ts';
import { baseFindings, wantedBases } from './verify-bases.ts';

/**
 * Reads everything the session has on disk and tells what is wrong with it. With `repair` the
 * stored state is made whole from what can be read, what was damaged is set aside, and what nobody
 * names is removed; a body that is gone stays gone.
 */
export async function verifySession(
  parts: SessionParts,
  temporary: TemporaryFiles,
  repair: boolean,
): Promise<VerifyResult> {
  const findings = await findFaults(parts);
  if (!repair || findings.length === 0) return { findings, repaired: false };
  const isStateHurt = findings.some(isStateFinding);
  if (isStateHurt) await parts.state.repair();
  if (findings.some(isUnfinishedCommit)) await recoverAgain(parts);
  // A lost record may have named a body: after damage nothing is swept.
  if (!isStateHurt) await parts.state.hold(() => sweepSession(parts, temporary));
  return { findings, repaired: findings.some(canMend) };
}

async function findFaults(parts: SessionParts): Promise<Finding[]> {
  const { disk, root } = parts.ports;
  if (!(await hasSessionDirectory(disk, root, parts.directory))) return [];
  const state = [...(await manifestFindings(parts)), ...(await journalFindings(parts))];
  // Without a believable state nobody knows which bodies are wanted.
  if (state.some(({ kind }) => kind === 'manifest-damaged')) return state;
  const refusal = await damageIn('manifest-damaged', () => parts.state.refresh());
  if (refusal.length > 0) return unlessKnown(state, refusal);
  const lost = unlessKnown(state, lossFindings(parts));
  const contents = [...(await bodyFindings(parts)), ...(await baseFindings(parts))];
  return [...lost, ...contents, ...(await commitFindings(parts))];
}

async function commitFindings(parts: SessionParts): Promise<Finding[]> {
  return (await openCommits(parts)).map(({ number, isForeign }) => {
    const kind = isForeign ? 'commit-foreign' : 'commit-unfinished';
    return { kind, subject: `commit/${number}`, detail: COMMIT_DETAIL[kind] };
  });
}

const COMMIT_DETAIL = {
  'commit-unfinished':
    'A commit goes on or was cut short; the next change, or `verify --repair`, finishes it.',
  'commit-foreign':
    'The intent of a commit in another directory, such as the original of a copy; nothing is done about it. Remove its `intent.json`.',
} as const;

// What only manifest and journal together show, such as a journal that is gone.
function lossFindings({ state }: SessionParts): Finding[] {
  return state.damages.map((detail) => ({
    kind: 'journal-damaged',
    subject: 'journal.jsonl',
    detail: `${detail}.`,
  }));
}

// Loading fails for what was found already, or for something that only all of it together shows.
function unlessKnown(known: readonly Finding[], refusal: readonly Finding[]): Finding[] {
  const isKnown = known.some(({ kind }) => kind === 'journal-damaged');
  return isKnown ? [...known] : [...known, ...refusal];
}

async function damageIn(
  kind: 'manifest-damaged' | 'journal-damaged',
  look: () => Promise<void>,
): Promise<Finding[]> {
  const subject = kind === 'manifest-damaged' ? 'manifest.json' : 'journal.jsonl';
  try {
    await look();
    return [];
  } catch (error) {
    if (!isStagedFsError(error)) throw error;
    return [{ kind, subject, detail: error.message }];
  }
}

async function manifestFindings(parts: SessionParts): Promise<Finding[]> {
  let owner: string = parts.id;
  const damage = await damageIn('manifest-damaged', async () => {
    const manifest = await loadManifest(parts.ports.disk, parts.directory.manifest);
    owner = manifest?.sessionId ?? parts.id;
  });
  if (owner === parts.id) return damage;
  const detail = `It belongs to session ${owner}.`;
  return [{ kind: 'manifest-damaged', subject: 'manifest.json', detail }];
}

async function journalFindings(parts: SessionParts): Promise<Finding[]> {
  const findings: Finding[] = [];
  const place = journalPlaceOf({ ...parts, disk: parts.ports.disk, root: parts.lower.root });
  const damage = await damageIn('journal-damaged', async () => {
    const opened = await openJournal(place, { afterSeq: 0 });
    await opened?.journal.close();
    if (opened !== undefined) findings.push(...scanFindings(opened.scan));
  });
  return [...damage, ...findings];
}

function scanFindings(scan: SegmentScan): Finding[] {
  const subject = 'journal.jsonl';
  const torn: Finding[] =
    scan.tornBytes === 0
      ? []
      : [
          {
            kind: 'journal-torn',
            subject,
            detail: `An unfinished last line of ${scan.tornBytes} bytes.`,
          },
        ];
  return [
    ...scan.damages.map(
      ({ line, reason }): Finding => ({
        kind: 'journal-damaged',
        subject,
        detail: `Line ${line}: ${reason}.`,
      }),
    ),
    ...scan.warnings.map(
      ({ line, reason }): Finding => ({
        kind: 'journal-warning',
        subject,
        detail: `Line ${line}: ${reason}.`,
      }),
    ),
    ...torn,
  ];
}

async function bodyFindings(parts: SessionParts): Promise<Finding[]> {
  const findings: Finding[] = [];
  const wanted = await wantedBodies(parts);
  for await (const { kind, digest } of verifyBodies(parts.bodies, wanted)) {
    const detail = {
      missing: 'The body is gone; its paths can only be discarded.',
      corrupt: 'The body does not have its digest; its paths can only be discarded.',
      unreferenced: 'No entry names the body; `verify --repair` removes it.',
    }[kind];
    findings.push({ kind: `body-${kind}`, subject: digest, detail });
  }
  return findings;
}

async function wantedBodies(parts: SessionParts): Promise<ReadonlyMap<Digest, number>> {
  const wanted = new Map<Digest, number>();
  await eachInTurns(parts.view.upper.entries(), ({ entry }) => {
    if (entry.kind === 'write') wanted.set(entry.digest, entry.size);
  });
  return wanted;
}

// This session may have settled in before the commit was cut short: by another process, or its own disk.
async function recoverAgain(parts: SessionParts): Promise<void> {
  await parts.state.hold((held) => recoverCommits(parts, held), { withCommitLock: true });
}

// Only in a hold, when the state is whole.
async function sweepSession(parts: SessionParts, temporary: TemporaryFiles): Promise<void> {
  await sweep({ store: parts.bodies, temporary }, await wantedBodies(parts));
  await sweep({ store: parts.bases, temporary }, await wantedBases(parts));
}

function isStateFinding({ kind }: Finding): boolean {
  return kind === 'manifest-damaged' || kind === 'journal-damaged' || kind === 'journal-torn';
}

function isUnfinishedCommit({ kind }: Finding): boolean {
  return kind === 'commit-unfinished';
}

const BEYOND_REPAIR: ReadonlySet<Finding['kind']> = new Set([
  'body-missing',
  'body-corrupt',
  'base-missing',
  'base-corrupt',
  'commit-foreign',
]);

function canMend({ kind }: Finding): boolean {
  return !BEYOND_REPAIR.has(kind);
}
