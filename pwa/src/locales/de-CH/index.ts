import accounts from './accounts.json';
import aiProfiles from './ai-profiles.json';
import billing from './billing.json';
import dashboard from './dashboard.json';
import errors from './errors.json';
import generations from './generations.json';
import home from './home.json';
import shell from './shell.json';
import styles from './styles.json';

export default { accounts, aiProfiles, billing, dashboard, errors, generations, home, shell, styles };
