export { AiProfile, PROFILE_FAILURES } from './ai-profile.entity.js';
export { ProfileDeleted, TrainingEnded } from './ai-profiles.domain-events.js';
export { ObjectsDiscarded, ProfileSettled } from './ai-profiles.events.js';
export { checkReadyProfiles, checkTrainingCharges, checkTrainingJobs } from './ai-profiles.invariants.js';
export { AiProfilesApiModule, AiProfilesModule } from './ai-profiles.module.js';
export { AiProfilesService } from './ai-profiles.service.js';
export { PROFILE_PLACES } from './ai-profiles.places.js';
export { ReferencePhoto } from './reference-photo.entity.js';
export { TrainedModel } from './trained-model.entity.js';
