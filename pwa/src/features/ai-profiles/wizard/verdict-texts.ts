import { errorText } from '~/lib/api';
import type { Text } from '~/lib/i18n';
import type { Entry } from './entries';

/** What is said of a photo, in a word or three. */
export function verdictOf(entry: Entry, t: Text): string {
  switch (entry.state) {
    case 'rejected':
      return t(`aiProfiles.wizard.reason.${entry.reason ?? 'damaged'}`);
    case 'aside':
      return t(`aiProfiles.wizard.setAside.${entry.setAside ?? 'other_person'}`);
    case 'failed':
      return errorText(entry.error);
    case 'good':
      if (entry.doubt) return t(`aiProfiles.wizard.doubt.${entry.doubt}`);
      return entry.advice ? t(`aiProfiles.wizard.advice.${entry.advice}`) : t('aiProfiles.wizard.state.good');
    default:
      return t(`aiProfiles.wizard.state.${entry.state}`);
  }
}

/** What to do about it; null where there is nothing to do. */
export function remedyOf(entry: Entry, t: Text): string | null {
  if (entry.state === 'aside') return t(`aiProfiles.wizard.setAsideRemedy.${entry.setAside ?? 'other_person'}`);
  if (entry.state === 'good' && entry.doubt) return t(`aiProfiles.wizard.doubtRemedy.${entry.doubt}`);
  return entry.state === 'rejected' ? t(`aiProfiles.wizard.remedy.${entry.reason ?? 'damaged'}`) : null;
}

const DECIDED = ['good', 'rejected', 'aside', 'failed'];

/** Whether a photo chosen in this visit has its verdict. */
export const isDecided = ({ key, state, photoId }: Entry): boolean => DECIDED.includes(state) && key !== photoId;
