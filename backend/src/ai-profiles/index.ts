export { AiProfile, PROFILE_FAILURES } from './ai-profile.entity.js';
export { ProfileDeleted, TrainingEnded } from './ai-profiles.domain-events.js';
export { ObjectsDiscarded, ProfileSettled } from './ai-profiles.events.js';
export { AiProfilesApiModule, AiProfilesModule } from './ai-profiles.module.js';
export { AiProfilesService } from './ai-profiles.service.js';
export { ReferencePhoto } from './reference-photo.entity.js';
export { TrainedModel } from './trained-model.entity.js';
