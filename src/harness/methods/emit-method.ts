import { type EmitPatchResultRequest, emitPatchResultSchemas } from '../schemas/text-schemas.ts';
import type { Call, EngineMethod } from './method.ts';

export const emitPatchResult: EngineMethod<EmitPatchResultRequest, boolean> = {
  name: 'fs.emit_safe_text_patch_result',
  builtin: 'hostlib_fs_emit_safe_text_patch_result',
  schemas: emitPatchResultSchemas,
  runOnEngine: async (call, request) => {
    const id = await sessionIdOf(call, request.session_id);
    if (id === undefined) return false;
    call.textPatchResult({
      session_id: id,
      path: request.path,
      result: request.result,
      hunks_count: Math.max(0, request.hunks_count ?? 0),
      bytes_written: Math.max(0, request.bytes_written ?? 0),
      failed_hunk_index: request.failed_hunk_index ?? null,
    });
    return true;
  },
};

async function sessionIdOf(
  { engine }: Call,
  requested: string | null | undefined,
): Promise<string | undefined> {
  if (requested === undefined || requested === null) return (await engine.currentSession())?.id;
  return requested.trim() === '' ? undefined : requested;
}
