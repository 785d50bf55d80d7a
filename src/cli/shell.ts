import type { StagedFsErrorCode } from '../base/errors.ts';
import type { Engine } from '../engine/types.ts';
import type { Session } from '../session/api/session-api.ts';
import { fromDirectory } from './current-directory.ts';
import { EXIT } from './exit-code.ts';
import type { CliIo } from './io.ts';
import { Output } from './output.ts';
import { type Places, placesOf } from './places.ts';
import { errorReport, warningReport } from './report.ts';
import { snakeCase } from './snake-case.ts';

/** Options that stand before the command. */
export interface Globals {
  readonly root?: string | undefined;
  readonly session?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Runs the program again, in this process. */
export type RunCli = (argv: readonly string[], io: CliIo) => Promise<number>;

/** What a command works with: the engine of this run, and the ways to print. */
export class Shell implements AsyncDisposable {
  readonly io: CliIo;
  readonly json: boolean;
  readonly out: Output;
  readonly err: Output;
  readonly runCli: RunCli;
  readonly #globals: Globals;
  #engine: Promise<Engine> | undefined;
  #exitCode: number = EXIT.done;

  constructor(io: CliIo, globals: Globals, runCli: RunCli) {
    this.io = io;
    this.json = globals.json === true;
    this.out = new Output(io.stdout);
    this.err = new Output(io.stderr);
    this.runCli = runCli;
    this.#globals = globals;
  }

  /** The worst of what was noted. */
  get exitCode(): number {
    return this.#exitCode;
  }

  noteExit(code: number): void {
    this.#exitCode = Math.max(this.#exitCode, code);
  }

  /** For a command that ends by itself when the user interrupts. */
  noteInterruption(): void {
    if (this.io.signal.aborted) this.noteExit(EXIT.interrupted);
  }

  async engine(): Promise<Engine> {
    this.#engine ??= this.#openEngine();
    return await this.#engine;
  }

  async session(): Promise<Session> {
    const engine = await this.engine();
    const id = this.#globals.session ?? this.io.env['STAGED_FS_SESSION'];
    return await engine.session(id === undefined || id === '' ? DEFAULT_SESSION : id);
  }

  async places(): Promise<Places> {
    const { root } = await this.engine();
    const { cwd = root } = this.io;
    return placesOf({ root, spelledRoot: await this.#wantedRoot(), cwd });
  }

  /** A file outside the workspace that an argument names, as an absolute path. */
  resolve(argument: string): string {
    return fromDirectory(this.io.cwd, argument);
  }

  async print(text: string): Promise<void> {
    await this.out.print(text);
  }

  /** Prints the one document of `--json`: a result of the library. */
  async printJson(result: unknown): Promise<void> {
    await this.out.print(`${JSON.stringify(snakeCase(result), null, 2)}\n`);
  }

  async warn(message: string): Promise<void> {
    await this.err.print(warningReport(message, this.json));
  }

  /** Reports a failure that does not end the run. */
  async complain(code: StagedFsErrorCode, message: string): Promise<void> {
    await this.err.print(errorReport({ code, message, data: {} }, this.json));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    await engine?.close();
  }

  async #openEngine(): Promise<Engine> {
    // Late: `--help` and usage errors need no engine, and loading it takes the most time.
    const { openEngine } = await import('../engine/engine.ts');
    return await openEngine({ root: await this.#wantedRoot() });
  }

  async #wantedRoot(): Promise<string> {
    const { cwd, env } = this.io;
    const spelled = this.#globals.root ?? env['STAGED_FS_ROOT'];
    if (spelled !== undefined && spelled !== '') return fromDirectory(cwd, spelled);
    const { findWorkspaceRoot } = await import('../engine/find-root.ts');
    return await findWorkspaceRoot(fromDirectory(cwd, '.'));
  }
}

const DEFAULT_SESSION = 'default';
