import { z } from 'zod';
import { displayText, PageQuery } from '../platform/http/index.js';

export const AdminUserQuery = PageQuery.extend({
  /** Part of an address or a name. */
  q: z.string().trim().max(100).refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { message: 'control characters are not allowed' }).optional(),
});
export type AdminUserQuery = z.infer<typeof AdminUserQuery>;

export const AdminUser = z
  .object({
    id: z.uuid(),
    email: z.string(),
    displayName: z.string().nullable(),
    role: z.enum(['user', 'admin']),
    isBlocked: z.boolean(),
    blockedReason: z.string().nullable(),
    credits: z.int(),
    hasActiveSubscription: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;
export const AdminUserPage = z.object({ items: z.array(AdminUser), nextCursor: z.string().nullable() }).meta({ id: 'AdminUserPage' });

export const AdminReasonBody = z.strictObject({ reason: displayText(500).describe('Why; kept in the audit log. The reason for a block is told to the user.') }).meta({ id: 'AdminReasonBody' });

export const AdminSynchronisation = z
  .object({ user: AdminUser, creditsGranted: z.int().describe('What this call granted.'), owedCredits: z.int().describe('Credits owed after a refund or chargeback.') })
  .meta({ id: 'AdminSynchronisation' });
