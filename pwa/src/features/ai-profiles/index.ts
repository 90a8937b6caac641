export type { CurrentConsents } from './consents-data';
export { findWayBack, giveConsent, listProfiles, loadProfiles, loadWizard, type AiProfile } from './profiles-data';
export { ProfileRow, TrainingRow } from './profile-row';
export { ProfilesScreen } from './profiles-screen';
export { ProfilesSkeleton } from './profiles-skeleton';
export { ProfileWatch } from './profile-watch';
export { useProfilePolling } from './live-progress';
export { WizardScreen } from './wizard/wizard-screen';
export { WizardSkeleton } from './wizard/wizard-skeleton';
