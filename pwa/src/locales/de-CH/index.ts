import aiProfiles from './ai-profiles.json';
import billing from './billing.json';
import dashboard from './dashboard.json';
import errors from './errors.json';
import generations from './generations.json';
import home from './home.json';
import shell from './shell.json';
import styles from './styles.json';

/** What every start brings. */
export const startTexts = { aiProfiles, billing, dashboard, errors, generations, home, shell, styles };

/**
 * What comes with the routes that show it: each of them calls `loadTexts` in its loader. Named after where in the texts it belongs;
 * what is shown while that is on its way (titles, skeletons) stays above.
 */
export const laterTexts = {
  accounts: () => import('./accounts.json'),
  'aiProfiles.wizard': () => import('./ai-profiles-wizard.json'),
  'billing.order': () => import('./billing-order.json'),
  settings: () => import('./settings.json'),
};
