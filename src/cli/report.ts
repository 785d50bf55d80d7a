import { isStagedFsError, type StagedFsErrorJson } from '../base/errors.ts';
import { printableMessage } from './printable.ts';

/** How an error stands on stderr: a line and its hint, or one JSON object. */
export function errorReport(error: StagedFsErrorJson, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(error)}\n`;
  const hint = error.hint === undefined ? '' : `  ${error.hint}\n`;
  return printableMessage(`staged-fs: ${error.code}: ${error.message}\n${hint}`);
}

/** How a warning stands on stderr. */
export function warningReport(message: string, asJson: boolean): string {
  return asJson
    ? `${JSON.stringify({ warning: message })}\n`
    : printableMessage(`staged-fs: warning: ${message}\n`);
}

/** Any thrown value as one of our errors. */
export function errorJsonOf(error: unknown): StagedFsErrorJson {
  if (isStagedFsError(error)) return error.toJSON();
  return {
    code: 'ERR_STAGED_INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    data: {},
    hint: 'This is a bug in staged-fs; please report it with the steps that led here.',
  };
}
