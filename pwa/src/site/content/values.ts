import { cheapestWayIn } from '~/lib/credits';
import { facts } from '~/lib/facts';
import type { SiteData } from '../site-data';
import { measuringTexts } from './measuring';

/** What the placeholders of texts may name: the facts, and what this installation says of itself. `entryPlan` is the plan to begin with. */
export function siteValues(data: SiteData) {
  const plans = facts.plans.map((plan) => ({ ...plan, ...data.plans.find(({ id }) => id === plan.id) }));
  return {
    ...facts,
    plans,
    entryPlan: cheapestWayIn(plans) ?? plans[0],
    operator: data.operator,
    measuring: measuringTexts(data.measurement),
  };
}
