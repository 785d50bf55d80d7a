/**
 * The intent of a commit: written and synced before the first change, removed after the record. It
 * names what a crash may have left behind. One JSON object:
 *
 * ```json
 * {"version":1,"dev":"2049","ino":"131","tag":"9f…","paths":["a.txt"]}
 * ```
 *
 * `dev` and `ino` are those of the session's directory: a copied or cloned state directory does not
 * have them, so it can never make us touch files.
 */
import type { StatIdentity } from '../../base/entry.ts';
import { isStagedFsError } from '../../base/errors.ts';
import { countOf, type JsonObject, objectOf, stringOf } from '../../base/json.ts';
import { jsonParts, parseParts } from '../../base/json-parts.ts';
import { isSameFile } from '../../base/stat-identity.ts';
import { piecesOf } from '../../base/text-pieces.ts';
import { parseWorkspacePath, type WorkspacePath } from '../../base/workspace-path.ts';
import type { Disk } from '../../disk/disk.ts';
import { inTurns } from '../../disk/in-turns.ts';
import { writeAtomic } from '../../disk/write-atomic.ts';
import { protectionOf } from '../../overlay/protected.ts';

/** What one commit is about to do. */
export interface Intent {
  /** Part of the temporary names it uses. */
  readonly tag: string;
  readonly paths: readonly WorkspacePath[];
}

const INTENT_NAME = 'intent.json';

/** Where an intent is kept, and for which session directory it holds. */
export interface IntentPlace {
  readonly disk: Disk;
  /** The directory of this commit. */
  readonly directory: string;
  readonly session: StatIdentity;
}

/** Writes the intent; with `sync` it is on the medium before anything is changed. */
export async function writeIntent(
  place: IntentPlace,
  intent: Intent,
  sync: boolean,
): Promise<void> {
  const { dev, ino } = place.session;
  const { tag, paths } = intent;
  const bytes = await inTurns(piecesOf(jsonParts({ version: 1, dev, ino, tag, paths })));
  const path = `${place.directory}/${INTENT_NAME}`;
  await writeAtomic(place.disk, path, { bytes, permissions: 0o600, sync });
}

/** The intent of an unfinished commit of this very session; undefined when there is none. */
export async function readIntent(place: IntentPlace): Promise<Intent | undefined> {
  const intent = await lookForIntent(place);
  return intent === 'foreign' ? undefined : intent;
}

/** The same, where one that is not of this very session is told apart from none. */
export async function lookForIntent(place: IntentPlace): Promise<Intent | 'foreign' | undefined> {
  const bytes = await place.disk.readFile(`${place.directory}/${INTENT_NAME}`);
  if (bytes === undefined) return undefined;
  try {
    const json = await inTurns(parseParts(Buffer.from(bytes)));
    return parseIntent(place, objectOf(json, 'intent')) ?? 'foreign';
  } catch (error) {
    // Half-written or made up: it can't be ours, since ours is replaced in one step.
    if (isStagedFsError(error) || error instanceof SyntaxError) return 'foreign';
    throw error;
  }
}

/** The commit is recorded: nothing is left to recover. */
export async function removeIntent(place: IntentPlace): Promise<void> {
  await place.disk.unlink(`${place.directory}/${INTENT_NAME}`);
}

function parseIntent(place: IntentPlace, json: JsonObject): Intent | undefined {
  const owner = { ...place.session, dev: stringOf(json, 'dev'), ino: stringOf(json, 'ino') };
  if (countOf(json, 'version') !== 1 || !isSameFile(owner, place.session)) return undefined;
  const tag = stringOf(json, 'tag');
  const list = json['paths'];
  if (!/^[0-9a-f]{16}$/.test(tag) || !Array.isArray(list)) return undefined;
  const paths = list.map(parseWorkspacePath);
  return paths.some((path) => path === '' || protectionOf(path) !== undefined)
    ? undefined
    : { tag, paths };
}
