import { useText } from '~/lib/i18n';
import { useMe } from '~/lib/session';
import { greeting } from './dashboard-data';

/** The greeting of the hour, with the customer's name where it is known. */
export function useGreeting(): string {
  const t = useText();
  const { displayName } = useMe();
  const words = t(greeting(new Date().getHours()));
  return displayName ? t('dashboard.welcome', { greeting: words, name: displayName }) : words;
}
