import { mapInTurns } from '../../disk/in-turns.ts';
import { decodeContent } from '../decode-content.ts';
import {
  type ApplyPatchRequest,
  type ApplyPatchResponse,
  applyPatchSchemas,
} from '../schemas/patch-schemas.ts';
import type { SessionMethod } from './method.ts';

export const applyPatch: SessionMethod<ApplyPatchRequest, ApplyPatchResponse> = {
  name: 'fs.apply_patch',
  builtin: 'hostlib_fs_apply_patch',
  schemas: applyPatchSchemas,
  run: async ({ session, builtin, wirePath }, { patch, encoding, dry_run: dryRun }) => {
    const bytes = decodeContent({ builtin, parameter: 'patch', text: patch }, encoding);
    const result = await session.applyPatch(bytes, { dryRun: dryRun ?? false });
    return {
      applied_paths: await mapInTurns(result.appliedPaths, wirePath),
      ...(result.dryRun === undefined ? {} : { dry_run: result.dryRun }),
    };
  },
};
