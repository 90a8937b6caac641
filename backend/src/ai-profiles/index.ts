export { AiProfile, PROFILE_FAILURES } from './ai-profile.entity.js';
export {
  PhotoExcluded,
  ProfilesDiscarded,
  PhotosRemoved,
  ProfileDeleted,
  TrainingEnded,
  TrainingGivenUp,
} from './ai-profiles.domain-events.js';
export { TrainingNewsDue } from './ai-profiles.events.js';
export { checkReadyProfiles, checkTrainingCharges, checkTrainingJobs } from './ai-profiles.invariants.js';
export { AiProfilesApiModule, AiProfilesModule } from './ai-profiles.module.js';
export {
  cutOutPhotos,
  draftPhoto,
  lockPortrayed,
  lockProfile,
  modelOfPhoto,
  requireOwned,
  type DraftPhoto,
  type Portrayed,
} from './portrayed-photos.js';
export { DRAFT_TERMS, LEFT_PHOTO_TERMS } from './ai-profiles.retention.js';
export { AiProfilesService } from './ai-profiles.service.js';
export { PROFILE_PLACES } from './ai-profiles.places.js';
export { ReferencePhoto } from './reference-photo.entity.js';
export { TrainedModel } from './trained-model.entity.js';
export { countPhotos, pageOfProfiles, readTrainings } from './ai-profiles.figures.js';
export { PROFILE_TABLES_LEFT_OUT } from './ai-profiles.backups.js';
