import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { useMe } from '~/lib/session';
import { firstName, greeting } from './dashboard-data';

/** The greeting of the hour, with the customer's first name where it can be told. */
export function useGreeting(): string {
  const t = useText();
  const { displayName } = useMe();
  const [hour] = useState(() => new Date().getHours());
  const words = t(greeting(hour));
  const name = firstName(displayName ?? '');
  return name ? t('dashboard.welcome', { greeting: words, name }) : words;
}
