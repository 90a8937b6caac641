import { z } from 'zod';
import { PLAN_IDS } from '../../facts/index.js';

export const PlanView = z
  .object({
    id: z.enum(PLAN_IDS),
    name: z.string(),
    priceRappen: z.int().describe('Per month, in Rappen, all included; with VAT where the operator is liable to it.'),
    credits: z.int().describe('Granted with every paid month.'),
    recommended: z.boolean(),
    examples: z.array(z.object({ trainings: z.int(), styles: z.int() })),
  })
  .meta({ id: 'Plan' });

export const PlanList = z.object({ items: z.array(PlanView) }).meta({ id: 'PlanList' });
