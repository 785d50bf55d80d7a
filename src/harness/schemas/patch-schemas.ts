// Wire shapes of the methods about patches, which the reference does not have.
import { z } from 'zod';
import { choice, flag, requiredSession } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';
import type { SessionRequest } from './session-schemas.ts';

/** Request of `fs.apply_patch`. */
export interface ApplyPatchRequest extends SessionRequest {
  /** A git patch or a plain unified diff. */
  readonly patch: string;
  /** @default 'utf-8' */
  readonly encoding?: 'utf-8' | 'base64' | null | undefined;
  /** Only find out whether it fits. @default false */
  readonly dry_run?: boolean | null | undefined;
}

/** Response of `fs.apply_patch`. */
export interface ApplyPatchResponse {
  /** Absolute, in byte order. */
  readonly applied_paths: readonly string[];
  readonly dry_run?: true | undefined;
}

export const applyPatchSchemas: MethodSchemas<ApplyPatchRequest, ApplyPatchResponse> = {
  request: z.strictObject({
    session_id: requiredSession,
    patch: z.string().meta({ description: 'A git patch or a plain unified diff.' }),
    encoding: choice(['utf-8', 'base64'], 'How `patch` is encoded.'),
    dry_run: flag(false, 'Only find out whether it fits.'),
  }),
  response: z.strictObject({
    applied_paths: z.array(z.string()),
    dry_run: z.literal(true).optional(),
  }),
};
