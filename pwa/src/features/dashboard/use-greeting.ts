import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { useMe } from '~/lib/session';
import { greeting } from './dashboard-data';

/** The greeting of the hour, with the customer's name where it is known. */
export function useGreeting(): string {
  const t = useText();
  const { displayName } = useMe();
  const [hour] = useState(() => new Date().getHours());
  const words = t(greeting(hour));
  return displayName ? t('dashboard.welcome', { greeting: words, name: displayName }) : words;
}
