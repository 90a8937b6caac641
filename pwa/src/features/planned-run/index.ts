import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';
import type { PlannedProps } from './planned';

/** Each is fetched when it is shown: only a customer whose profile is in training needs it. */
export const NextRun = later(async () => (await Promise.all([import('./next-run'), loadTexts('plannedRun')]))[0]);
export const PlanForm = later(async () => (await Promise.all([import('./plan-form'), loadTexts('plannedRun')]))[0]);
/** Until it is known, as if nothing was planned. */
export const Planned = later<PlannedProps>(
  async () => (await Promise.all([import('./planned'), loadTexts('plannedRun')]))[0],
  ({ children }) => children(null, false),
);

/** Says that what was planned has started, or why it did not. */
export async function tellOutcome(profileId: string): Promise<void> {
  const [news] = await Promise.all([import('./planned-news'), loadTexts('plannedRun')]);
  await news.tellOutcome(profileId);
}
