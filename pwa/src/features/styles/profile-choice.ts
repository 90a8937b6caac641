import type { Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import type { Text } from '~/lib/i18n';
import type { SelectOption } from '~/ui';

type Profile = Schemas['AiProfile'];

/** The profiles as entries of the selector: name (or «Profil N»), state, and day; only ready ones can be chosen. */
export function profileOptions(profiles: readonly Profile[], t: Text): SelectOption[] {
  return profiles.map((profile, index) => {
    const state = profile.status === 'ready' || profile.status === 'training' ? profile.status : 'other';
    return {
      id: profile.id,
      label: profile.name ?? t('styles.option.unnamed', { number: index + 1 }),
      detail: t('styles.option.detail', { status: t(`styles.option.${state}`), date: formatDate(profile.createdAt) }),
      isDisabled: profile.status !== 'ready',
    };
  });
}

/** Why a run cannot start with this profile and balance; null when it can. */
export function obstacle(
  profile: Profile | undefined,
  count: number,
  credits: number,
  cost: number,
): 'noProfile' | 'noChoice' | 'training' | 'notTrained' | 'credits' | null {
  if (count === 0) return 'noProfile';
  if (!profile) return 'noChoice';
  if (profile.status === 'training') return 'training';
  if (profile.status !== 'ready') return 'notTrained';
  return credits < cost ? 'credits' : null;
}
