export { FreeRepeat } from './free-repeat.entity.js';
export { Generation } from './generation.entity.js';
export {
  GENERATION_FAILURES,
  PortraitDeleted,
  PortraitsExpiring,
  GenerationEnded,
  RunDeleted,
} from './generations.domain-events.js';
export { GenerationNewsDue } from './generations.events.js';
export {
  checkCompletedRuns,
  checkFreeRepeats,
  checkGenerationCharges,
  checkRunJobs,
  checkShownRuns,
} from './runs.invariants.js';
export { checkPortraits } from './portraits.invariants.js';
export { GenerationsApiModule, GenerationsModule } from './generations.module.js';
export { JudgeableRuns } from './judgeable-runs.service.js';
export { PORTRAIT_PLACE } from './generations.places.js';
export { PortraitDeletions } from './portrait-deletions.service.js';
export { GenerationsService, type FinishedRun } from './generations.service.js';
export { ImageCheckService, type ComparedPicture } from './image-check.service.js';
export { PlannedRun } from './planned-run.entity.js';
export { PlannedRuns } from './planned-runs.service.js';
export { Portrait } from './portrait.entity.js';
export { PortraitLayers } from './versions/portrait-layers.entity.js';
export { PortraitVersion } from './versions/portrait-version.entity.js';
export { PortraitPictures } from './portrait-pictures.service.js';
export { LAYER_RULE, PORTRAIT_TERMS, REMINDER_TERMS } from './generations.retention.js';
export { PortraitReminder } from './portrait-reminder.entity.js';
export { PortraitReminders } from './portrait-reminders.service.js';
export { ShownRun } from './shown-run.entity.js';
export { PortraitFingerprint } from './portrait-fingerprint.entity.js';
export {
  countComplaints,
  countPortraits,
  countRunsByStyle,
  pageOfRuns,
  readRuns,
  runsById,
  readRunsByStyle,
} from './generations.figures.js';
