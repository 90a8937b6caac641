import { worthOf } from '~/lib/credits';
import { formatNumber } from '~/lib/formats';
import type { Text } from '~/lib/i18n';

/** Which sentence tells what these credits give; null for too few to give anything. */
export function worthKind(credits: number): 'profileAndPortraits' | 'profile' | 'portraits' | null {
  const { hasProfile, portraits } = worthOf(credits);
  if (hasProfile) return portraits > 0 ? 'profileAndPortraits' : 'profile';
  return portraits > 0 ? 'portraits' : null;
}

/** «Ihr Profil und 8 Portraits»; null for too few credits to give anything. */
export function worthText(credits: number, t: Text): string | null {
  const kind = worthKind(credits);
  return kind && t(`billing.worth.${kind}`, { portraits: formatNumber(worthOf(credits).portraits) });
}
