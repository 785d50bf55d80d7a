import { ALIAS_PREFIX, CONTROLS } from './controls.ts';
import { type NoticeForm, PENDING_FIELDS, WRITE_FIELDS } from './notice.ts';

/** What an agent with host controls advertises in `agentCapabilities._meta`. */
export interface StagingCapabilities {
  readonly harn: {
    /** Fields of a notice's `_meta.harn` that hosts may rely on. */
    readonly stagedWritesPendingFields: readonly string[];
    /** Fields of each of its `pendingWrites`. */
    readonly stagedWriteFields: readonly string[];
    /** The discriminators of its updates. */
    readonly sessionUpdateExtensions: readonly NoticeForm[];
    readonly stagedFs: {
      readonly version: 1;
      /** Request methods, aliases included. */
      readonly methods: readonly string[];
    };
  };
}

export function stagingCapabilities(form: NoticeForm): StagingCapabilities {
  const names = [...CONTROLS.keys()];
  return {
    harn: {
      stagedWritesPendingFields: PENDING_FIELDS,
      stagedWriteFields: WRITE_FIELDS,
      sessionUpdateExtensions: [form],
      stagedFs: { version: 1, methods: [...names, ...names.map((name) => ALIAS_PREFIX + name)] },
    },
  };
}
