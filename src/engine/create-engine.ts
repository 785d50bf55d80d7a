import { isAbsolute, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { StagedFsError } from '../base/errors.ts';
import { parseSessionId } from '../base/ids.ts';
import { shownValue } from '../base/shown-value.ts';
import type { Disk } from '../disk/disk.ts';
import type { LockMaker } from '../disk/lock/lock.ts';
import type { Differ } from '../pool/differ.ts';
import type { Hasher } from '../pool/hasher.ts';
import type { Parser } from '../pool/parser.ts';
import type { Session } from '../session/api/session-api.ts';
import { checkCallback, checkToolCall } from '../session/options.ts';
import type { SessionSettings } from '../session/parts.ts';
import { SessionDir, stagedDirectoryOf } from '../session/session-dir.ts';
import { Ambient } from './ambient.ts';
import { OpenSessions } from './open-sessions.ts';
import { summarize } from './summaries.ts';
import type { Syntax } from './syntax.ts';
import { SyntaxReader } from './syntax-reader.ts';
import type { Engine, SessionSummary } from './types.ts';

/** What an engine reaches the machine through; it closes the three pools. */
export interface EnginePorts {
  readonly disk: Disk;
  readonly hasher: Hasher;
  readonly differ: Differ;
  readonly parser: Parser;
  readonly clock: Clock;
  /** The locks of the workspace whose state is in that directory, which must exist. */
  lockMaker(stateDirectory: string): Promise<LockMaker>;
}

/** An engine over these ports. `openEngine` is its door; tests pass ports of their own. */
export async function createEngine(
  givenRoot: string,
  settings: SessionSettings,
  ports: EnginePorts,
): Promise<Engine> {
  const { disk, hasher, differ, parser, clock } = ports;
  const root = await realRootOf(disk, givenRoot);
  const ambient = new Ambient();
  const sessions = new OpenSessions({
    disk,
    hasher,
    differ,
    root,
    settings,
    clock,
    givenRoot: resolve(givenRoot),
    lockMaker: () => ports.lockMaker(stagedDirectoryOf(root)),
    currentToolCall: () => ambient.toolCall,
    onListenerError,
  });
  return new OpenedEngine({ disk, hasher, differ, parser, root, ambient, sessions });
}

interface EngineParts {
  readonly disk: Disk;
  readonly hasher: Hasher;
  readonly differ: Differ;
  readonly parser: Parser;
  readonly root: string;
  readonly ambient: Ambient;
  readonly sessions: OpenSessions;
}

class OpenedEngine implements Engine {
  readonly root: string;
  readonly syntax: Syntax;
  readonly #parts: EngineParts;
  #closing: Promise<void> | undefined;

  constructor(parts: EngineParts) {
    this.root = parts.root;
    this.syntax = new SyntaxReader(parts.parser, parts.hasher);
    this.#parts = parts;
  }

  async session(id: string): Promise<Session> {
    this.#assertOpen();
    return await this.#parts.sessions.get(parseSessionId(id));
  }

  async currentSession(): Promise<Session | undefined> {
    const { session } = this.#parts.ambient;
    return session === undefined ? undefined : await this.session(session);
  }

  async immediate(): Promise<Session> {
    this.#assertOpen();
    const { root, sessions } = this.#parts;
    // A name below a file: no state can ever be there.
    const directory = new SessionDir(`${stagedDirectoryOf(root)}/.gitignore`, 'none');
    return sessions.at(parseSessionId('immediate'), directory);
  }

  withSession<T>(id: string, work: () => T): T {
    const session = parseSessionId(id);
    checkCallback('work', work);
    return this.#parts.ambient.withSession(session, work);
  }

  withToolCall<T>(id: string, work: () => T): T {
    checkToolCall(id);
    checkCallback('work', work);
    return this.#parts.ambient.withToolCall(id, work);
  }

  async sessions(): Promise<readonly SessionSummary[]> {
    this.#assertOpen();
    await this.#parts.sessions.arrivedMutations();
    return await summarize(this.#parts.disk, this.root);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    const { sessions, hasher, differ, parser } = this.#parts;
    try {
      await sessions.closeAll();
    } finally {
      await Promise.all([hasher.close(), differ.close(), parser.close()]);
    }
  }

  #assertOpen(): void {
    if (this.#closing === undefined) return;
    throw new StagedFsError('ERR_STAGED_SESSION_CLOSED', 'The engine is closed.', {
      hint: 'Open it again with `openEngine`.',
    });
  }
}

async function realRootOf(disk: Disk, root: unknown): Promise<string> {
  if (typeof root !== 'string' || root === '' || root.includes('\0')) throw badRoot(root);
  const absolute = isAbsolute(root) ? root : resolve(root);
  const real = await disk.realPath(absolute);
  if (real === undefined) throw noRoot(root);
  if ((await disk.lstat(real))?.kind === 'directory') return real;
  throw new StagedFsError(
    'ERR_STAGED_NOT_A_DIRECTORY',
    `The root \`${root}\` is not a directory.`,
    {
      path: root,
      hint: 'Pass the directory to work on.',
    },
  );
}

function badRoot(root: unknown): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `Expected \`root\` to be the path of a directory, got ${shownValue(root)}.`,
    { argument: 'root', hint: 'Pass the directory to work on.' },
  );
}

function noRoot(root: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_NOT_FOUND', `The root \`${root}\` does not exist.`, {
    path: root,
    hint: 'Make the directory first, or correct the path.',
  });
}

// A listener's own failure is its program's: it must neither fail a mutation nor go unnoticed.
function onListenerError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
