import { z } from 'zod';
import { COMPLAINTS, ENGINE_NAMES } from '../../integrations/portrait-engine/index.js';

const count = z.int().default(0);
const rappen = z.int().default(0);

export const AdminStats = z
  .object({
    totalUsers: count.describe('Accounts that exist.'),
    activeSubscriptions: count,
    totalGenerations: count.describe('Runs that were paid for and not given back, also those deleted since.'),
    totalRevenueRappen: rappen.describe('Paid one-off purchases (credit packs), less what went back.'),
    monthlyRecurringRevenueRappen: rappen.describe('Monthly prices of the active subscriptions.'),
    /** What waits for somebody. */
    blockedUsers: count,
    usersOwing: count.describe('Users who owe credits after a refund or chargeback.'),
    declarationsInReview: count.describe('Cancellations and withdrawals that only a person can carry out.'),
    failedRefunds: count,
    openMisuseReports: count,
    heldPayments: count.describe('Payments whose credits wait for a check.'),
    failedJobs: count.describe('Background work given up within 7 days.'),
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.infer<typeof AdminStats>;

export const ChartQuery = z.strictObject({ days: z.coerce.number().int().min(7).max(365).default(30) });
export type ChartQuery = z.infer<typeof ChartQuery>;

export const AdminChart = z
  .object({
    days: z.array(
      z.object({
        day: z.iso.date().describe('A day in Switzerland.'),
        users: z.int(),
        revenueRappen: z.int(),
        runs: z.int(),
      }),
    ),
  })
  .meta({ id: 'AdminChart' });
export type AdminChart = z.infer<typeof AdminChart>;

export const Work = z.object({
  completed: z.int(),
  failed: z.int(),
  medianSeconds: z.int().nullable(),
  p95Seconds: z.int().nullable(),
});
export const AdminEngine = z
  .object({
    engine: z.enum(['studio', 'replicate']),
    trainings: Work.describe('Within 7 days.'),
    generations: Work.describe('Within 7 days.'),
    hosted: z
      .object({
        runs: z.int(),
        failed: z.int(),
        seconds: z.int(),
        usdMicros: z.int().describe('Millionths of a US dollar.'),
      })
      .describe('Runs at the provider of the hosted engine within 30 days.'),
    complaints: z
      .array(
        z.object({
          style: z.string(),
          engine: z.enum(ENGINE_NAMES),
          complaint: z.enum(COMPLAINTS),
          count: z.int(),
        }),
      )
      .describe('Why runs were repeated free, ever, the most frequent first.'),
  })
  .meta({ id: 'AdminEngine' });
export type AdminEngine = z.infer<typeof AdminEngine>;
