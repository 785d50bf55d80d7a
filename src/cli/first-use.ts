import type { Mode } from '../base/ids.ts';
import type { Session } from '../session/api/session-api.ts';

/** Makes a session that was never used before a staged one; answers the mode it has. */
export async function stageOnFirstUse(session: Session): Promise<Mode> {
  const mode = await shownMode(session);
  // A new session of the library is immediate; one that the command line makes is staged.
  if (mode === 'staged' && (await session.mode()) === 'immediate') await session.setMode('staged');
  return mode;
}

/** The mode of a session, for one never used before the mode its first change will give it. */
export async function shownMode(session: Session): Promise<Mode> {
  const mode = await session.mode();
  return mode === 'staged' || (await wasUsed(session)) ? mode : 'staged';
}

async function wasUsed(session: Session): Promise<boolean> {
  for await (const _record of session.log()) return true;
  return false;
}
