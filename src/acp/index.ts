export type { StagingCapabilities } from './capabilities.ts';
export {
  mountStaging,
  type Staging,
  type StagingOptions,
  type StagingSession,
} from './mount-staging.ts';
export type { NoticeForm } from './notice.ts';
