import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { displayTextInLines, PageQuery } from '../../platform/http/index.js';

const ROLES = ['user', 'admin'] as const;

export const SearchText = z
  .string()
  .trim()
  .max(100)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { message: 'control characters are not allowed' });

export const AdminUserQuery = PageQuery.extend({
  /** Part of an address or a name. */
  q: SearchText.optional(),
  /** Only those who are blocked, who are admins, or whose plan runs. */
  only: z.enum(['blocked', 'admins', 'subscribers']).optional(),
});
export type AdminUserQuery = z.infer<typeof AdminUserQuery>;

export const AdminUser = z
  .object({
    id: z.uuid(),
    email: z.string(),
    displayName: z.string().nullable(),
    role: z.enum(ROLES),
    isBlocked: z.boolean(),
    blockedReason: z.string().nullable(),
    credits: z.int(),
    hasActiveSubscription: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;
export const AdminUserPage = z
  .object({ items: z.array(AdminUser), nextCursor: z.string().nullable() })
  .meta({ id: 'AdminUserPage' });

export const AdminUserDetail = AdminUser.extend({
  emailConfirmed: z.boolean(),
  owedCredits: z.int().describe('Credits owed after a refund or chargeback.'),
  purchasesBlocked: z.boolean().describe('Nothing can be bought while credits are owed or a chargeback is under way.'),
  plan: z
    .object({
      name: z.string(),
      status: z.string(),
      creditsPerPeriod: z.int(),
      currentPeriodEnd: z.iso.datetime(),
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  paidRappen: z.int().describe('All that was paid, less what went back.'),
}).meta({ id: 'AdminUserDetail' });
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

const reason = displayTextInLines(500);
export const AdminReasonBody = z
  .strictObject({ reason: reason.describe('Why; kept in the audit log. The reason for a block is told to the user.') })
  .meta({ id: 'AdminReasonBody' });

export const AdminCreditsBody = z
  .strictObject({
    direction: z.enum(['add', 'subtract']),
    amount: z.int().min(1).max(facts.admin.maxCreditAdjustment),
    reason: reason.describe('Why; kept in the audit log.'),
  })
  .meta({ id: 'AdminCreditsBody' });
export type AdminCreditsBody = z.infer<typeof AdminCreditsBody>;

export const AdminRoleBody = z
  .strictObject({ role: z.enum(ROLES), reason: reason.describe('Why; kept in the audit log.') })
  .meta({ id: 'AdminRoleBody' });
export type AdminRoleBody = z.infer<typeof AdminRoleBody>;

export const AdminSynchronisation = z
  .object({
    user: AdminUser,
    creditsGranted: z.int().describe('What this call granted.'),
    owedCredits: z.int().describe('Credits owed after a refund or chargeback.'),
  })
  .meta({ id: 'AdminSynchronisation' });
