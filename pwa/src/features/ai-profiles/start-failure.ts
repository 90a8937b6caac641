import { errorCode, errorText } from '~/lib/api';
import type { Text } from '~/lib/i18n';

/** Why a training could not be started: the server's reason where it gave one. */
export const startFailure = (error: unknown, t: Text): string =>
  errorCode(error) === 'internal' ? t('aiProfiles.wizard.startLater') : errorText(error);
