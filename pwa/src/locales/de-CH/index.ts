import aiProfiles from './ai-profiles.json';
import billing from './billing.json';
import dashboard from './dashboard.json';
import errors from './errors.json';
import generations from './generations.json';
import shell from './shell.json';
import styles from './styles.json';

/** What every start brings. */
export const startTexts = { aiProfiles, billing, dashboard, errors, generations, shell, styles };

/**
 * What comes with what shows it: routes call `loadTexts` in their loader, and what is itself fetched later fetches its texts too. Named
 * after where in the texts it belongs; what is shown while that is on its way (titles, skeletons) stays above.
 */
export const laterTexts = {
  accounts: () => import('./accounts.json'),
  acts: () => import('./acts.json'),
  admin: () => import('./admin.json'),
  aiProfiles: () => import('./ai-profiles-list.json'),
  'aiProfiles.photos': () => import('./ai-profiles-photos.json'),
  'aiProfiles.wizard': () => import('./ai-profiles-wizard.json'),
  'billing.order': () => import('./billing-order.json'),
  'billing.panel': () => import('./billing-panel.json'),
  'billing.pricing': () => import('./billing-pricing.json'),
  'billing.return': () => import('./billing-return.json'),
  dashboard: () => import('./dashboard-screen.json'),
  contracts: () => import('./contracts.json'),
  device: () => import('./device.json'),
  errors: () => import('./admin-errors.json'),
  examples: () => import('./examples.json'),
  generations: () => import('./generations-result.json'),
  imageCheck: () => import('./image-check.json'),
  judgements: () => import('./judgements.json'),
  measuring: () => import('./measuring.json'),
  misuse: () => import('./misuse.json'),
  plannedRun: () => import('./planned-run.json'),
  push: () => import('./push.json'),
  settings: () => import('./settings.json'),
  site: () => import('./site.json'),
  styles: () => import('./styles-detail.json'),
  tryOut: () => import('./try-out.json'),
  votes: () => import('./votes.json'),
};
