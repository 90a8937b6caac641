export { Generation } from './generation.entity.js';
export { GENERATION_FAILURES, PortraitsExpiring, RunEnded } from './generations.domain-events.js';
export { GenerationSettled } from './generations.events.js';
export { GenerationsApiModule, GenerationsModule } from './generations.module.js';
export { GenerationsService } from './generations.service.js';
export { ImageCheckService, type ComparedPicture } from './image-check.service.js';
export { Portrait } from './portrait.entity.js';
export { ShownRun } from './shown-run.entity.js';
export { PortraitFingerprint } from './portrait-fingerprint.entity.js';
