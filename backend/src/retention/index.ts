export { RetentionOverview } from './overview.service.js';
export { RetentionModule } from './retention.module.js';
export { RetentionTask } from './retention-task.entity.js';
export { RetentionReplayModule } from './retention.replay.module.js';
export { ReplayService } from './replay.service.js';
export { ACCOUNTING_RULE } from './accounting-rule.js';
export { REMOVALS } from './removals.js';
