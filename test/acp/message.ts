import { z } from 'zod';

/** A JSON-RPC message of either kind, as an agent sends it. */
export const messageSchema: z.ZodType<Message> = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.unknown().optional(),
  error: z
    .looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .optional(),
});

export interface Message {
  readonly id?: number | string | null | undefined;
  readonly method?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly result?: unknown;
  readonly error?:
    | { readonly code: number; readonly message: string; readonly data?: unknown }
    | undefined;
}

/** `_meta.harn` of a notice. */
export interface Notice {
  readonly pendingCount: number;
  readonly totalBytes: number;
  readonly pendingWrites: readonly {
    readonly path: string;
    readonly kind: string;
    readonly byteDelta: number;
    readonly snapshotId: string | null;
  }[];
}

const noticeMessageSchema = z.object({
  method: z.literal('session/update'),
  params: z.object({
    update: z.object({
      _meta: z.object({
        harn: z.object({
          kind: z.literal('staged_writes_pending'),
          pendingCount: z.number(),
          totalBytes: z.number(),
          pendingWrites: z.array(
            z.object({
              path: z.string(),
              kind: z.string(),
              byteDelta: z.number(),
              snapshotId: z.string().nullable(),
            }),
          ),
        }),
      }),
    }),
  }),
});

/** The notice in a message; its extra fields are left out. */
export function noticeIn(message: Message): Notice | undefined {
  const parsed = noticeMessageSchema.safeParse(message);
  if (!parsed.success) return undefined;
  const { pendingCount, totalBytes, pendingWrites } = parsed.data.params.update._meta.harn;
  return { pendingCount, totalBytes, pendingWrites };
}
