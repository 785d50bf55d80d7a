import type { Engine } from '../engine/types.ts';
import { CallOrder } from './call-order.ts';
import { ImmediateLinks } from './immediate-links.ts';
import { astOutline, astSymbols, getFileOutline, parseFile } from './methods/ast-methods.ts';
import { Binder } from './methods/binder.ts';
import { fileHash, readRange } from './methods/code-index-methods.ts';
import { emitPatchResult } from './methods/emit-method.ts';
import type { TextPatchResultEvent } from './methods/method.ts';
import { applyPatch } from './methods/patch-methods.ts';
import { listDirectory, readFile } from './methods/read-methods.ts';
import { diff, listSessions, log, verify } from './methods/review-methods.ts';
import { commitStaged, discardStaged, setMode, stagedStatus } from './methods/session-methods.ts';
import { readText, safeTextPatch, stagedReadText } from './methods/text-methods.ts';
import { deleteFile, writeFile } from './methods/tools-methods.ts';
import { SessionsInUse } from './sessions-in-use.ts';
import type { Harness, HarnessAst, HarnessCodeIndex, HarnessFs, HarnessTools } from './types.ts';

/**
 * The hostlib facade: the reference's methods, in its names and with its fields, over `engine`.
 * Calls on one session take effect in the order in which they were made. Closing the engine ends
 * the harness; it has no life of its own.
 *
 * @example
 * ```ts
 * import { openEngine } from 'staged-fs';
 * import { createHarness } from 'staged-fs/harness';
 *
 * await using engine = await openEngine({ root: process.cwd() });
 * const harness = createHarness(engine);
 * await harness.fs.set_mode({ session_id: 's-7', mode: 'staged' });
 * await harness.tools.write_file({ session_id: 's-7', path: 'hello.txt', content: 'hello\n' });
 * const { pending_writes } = await harness.fs.staged_status({ session_id: 's-7' });
 * ```
 */
export function createHarness(engine: Engine): Harness {
  const sessions = new SessionsInUse(engine);
  const patchListeners = new Set<(event: TextPatchResultEvent) => void>();
  const binder = new Binder({
    call: {
      engine,
      wirePath: wirePathBelow(engine.root),
      immediateLinks: new ImmediateLinks(),
      textPatchResult: (event) => {
        for (const listener of patchListeners) listener(event);
      },
    },
    order: new CallOrder(),
    sessionFor: async (requested) => await sessions.sessionFor(requested),
  });
  const fs = bindFs(binder);
  const tools = bindTools(binder);
  const ast = bindAst(binder);
  const code_index = bindCodeIndex(binder);
  return {
    fs,
    tools,
    ast,
    code_index,
    methods: binder.methods,
    onPending: (listener) => sessions.onPending(listener),
    onTextPatchResult: (listener) => {
      patchListeners.add(listener);
      return () => patchListeners.delete(listener);
    },
  };
}

function bindFs(binder: Binder): HarnessFs {
  return {
    set_mode: binder.session(setMode),
    staged_status: binder.session(stagedStatus),
    commit_staged: binder.session(commitStaged),
    discard_staged: binder.session(discardStaged),
    staged_read_text: binder.session(stagedReadText),
    read_text: binder.session(readText),
    safe_text_patch: binder.session(safeTextPatch),
    emit_safe_text_patch_result: binder.engine(emitPatchResult),
    diff: binder.session(diff),
    apply_patch: binder.session(applyPatch),
    verify: binder.session(verify),
    log: binder.session(log),
    list_sessions: binder.engine(listSessions),
  };
}

function bindTools(binder: Binder): HarnessTools {
  return {
    write_file: binder.session(writeFile),
    delete_file: binder.session(deleteFile),
    read_file: binder.session(readFile),
    list_directory: binder.session(listDirectory),
    get_file_outline: binder.reading(getFileOutline),
  };
}

function bindAst(binder: Binder): HarnessAst {
  return {
    parse_file: binder.reading(parseFile),
    outline: binder.reading(astOutline),
    symbols: binder.reading(astSymbols),
  };
}

function bindCodeIndex(binder: Binder): HarnessCodeIndex {
  return { read_range: binder.session(readRange), file_hash: binder.session(fileHash) };
}

function wirePathBelow(root: string): (path: string) => string {
  const base = root.endsWith('/') ? root : `${root}/`;
  return (path) => (path === '' ? root : base + path);
}
