import { loadProfiles, type AiProfile } from '~/features/ai-profiles';
import { loadBilling } from '~/features/billing';
import { loadRecentGenerations } from '~/features/generations';
import type { TextKey } from '~/lib/i18n';

/** What the dashboard shows; each part may fail on its own. */
export async function loadDashboard() {
  const [profiles, generations, billing] = await Promise.all([loadProfiles(), loadRecentGenerations(), loadBilling()]);
  return { profiles, generations, billing };
}

export type DashboardData = Awaited<ReturnType<typeof loadDashboard>>;

/** What the dashboard suggests to do next, by the state of the profiles. */
export function nextStep(profiles: readonly Pick<AiProfile, 'status'>[]): 'ready' | 'waiting' | 'draft' | 'none' {
  const has = (status: AiProfile['status']) => profiles.some((profile) => profile.status === status);
  if (has('ready')) return 'ready';
  if (has('training')) return 'waiting';
  return has('created') || has('failed') ? 'draft' : 'none';
}

/** The profile in training, where portraits of no other can be made meanwhile: of several each says in its row what comes next. */
export function soleTraining<Profile extends Pick<AiProfile, 'status'>>(profiles: readonly Profile[]): Profile | null {
  const [training, ...others] = profiles.filter(({ status }) => status === 'training');
  return training && others.length === 0 && nextStep(profiles) === 'waiting' ? training : null;
}

/** The greeting of the hour. In the middle of the night it is neither evening nor morning. */
export function greeting(hour: number): TextKey {
  if (hour < 5) return 'dashboard.night';
  if (hour < 11) return 'dashboard.morning';
  return hour < 18 ? 'dashboard.day' : 'dashboard.evening';
}

/** Titles before a name, and what shows that it is a company's. */
const TITLE = /\.$|^(?:frau|herr|dr|prof)$/iu;
const COMPANY = /&|(?:^|\s)(?:AG|GmbH|SA|S\.?à\.?r\.?l\.?|KlG|Verein|Stiftung|Genossenschaft)(?:$|\s)/u;
/** A first name, which no degree is: those have several capitals. */
const NAME = /^\p{Lu}[\p{Ll}\p{M}'’]+(?:-\p{Lu}[\p{Ll}\p{M}'’]+)*$/u;

/** «Petra» of «Dr. Petra Muster» and of «Muster, Petra»; null where a first name cannot be told. */
export function firstName(displayName: string): string | null {
  if (COMPANY.test(displayName)) return null;
  const [before = '', after = ''] = displayName.split(',');
  const firstOf = (words: string): string | undefined =>
    words
      .trim()
      .split(/\s+/u)
      .find((word) => !TITLE.test(word));
  const isTurned = !before.trim().includes(' ') && NAME.test(firstOf(after) ?? '');
  const name = firstOf(isTurned ? after : before);
  return name && NAME.test(name) ? name : null;
}
