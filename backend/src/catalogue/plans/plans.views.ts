import type { z } from 'zod';
import { facts, type PlanId } from '../../facts/index.js';
import type { Plan } from './plan.entity.js';
import type { PlanView } from './plans.schemas.js';

export function viewPlan(
  plan: Pick<Plan, 'id' | 'name' | 'priceRappen' | 'credits' | 'recommended'>,
): z.infer<typeof PlanView> {
  const fact = facts.plans.find((candidate) => candidate.id === plan.id);
  return {
    id: plan.id as PlanId,
    name: plan.name,
    priceRappen: plan.priceRappen,
    credits: plan.credits,
    recommended: plan.recommended,
    examples: [...(fact?.examples ?? [])],
  };
}
