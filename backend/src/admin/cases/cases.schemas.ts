import { z } from 'zod';
import { DECLARATION_KINDS, DECLARATION_MANNERS, REVIEW_REASONS } from '../../contracts/index.js';
import { REFUND_FAILURES } from '../../integrations/payments/index.js';
import { displayText, displayTextInLines } from '../../platform/http/index.js';
import { SearchText } from '../users/admin-users.schemas.js';

const at = z.iso.datetime();
const page = <T extends z.ZodType>(item: T, id: string) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() }).meta({ id });

const account = z.object({ id: z.uuid(), email: z.string() }).nullable();
const order = z
  .object({
    id: z.uuid(),
    number: z.string(),
    itemName: z.string(),
    status: z.string(),
    amountRappen: z.int(),
    paidAt: at.nullable(),
  })
  .nullable();

export const AdminDeclaration = z
  .object({
    id: z.uuid(),
    number: z.string(),
    kind: z.enum(DECLARATION_KINDS),
    manner: z.enum(DECLARATION_MANNERS).nullable(),
    name: z.string().describe('Empty, as address and statement, once its account was deleted.'),
    email: z.string(),
    orderNumber: z.string().nullable().describe('As it was typed.'),
    statement: z.string().nullable(),
    receivedAt: at.describe('From when it counts.'),
    reviewReason: z
      .enum(REVIEW_REASONS)
      .nullable()
      .describe('Why it waits for somebody; null for one from before that was noted.'),
    account: account.describe('Whose it was found to be.'),
    order: order.describe('Which order it was found to be about.'),
    effectiveAt: at.nullable().describe('When the contract ends by it, where that was done already.'),
  })
  .meta({ id: 'AdminDeclaration' });
export type AdminDeclaration = z.infer<typeof AdminDeclaration>;
export const AdminDeclarationPage = page(AdminDeclaration, 'AdminDeclarationPage');

export const ContractQuery = z.strictObject({
  q: SearchText.optional().describe(
    'Part of an address or a name, or the number of an order; without it, what the declaration itself says.',
  ),
});
export type ContractQuery = z.infer<typeof ContractQuery>;

export const AdminContract = z
  .object({
    userId: z.uuid(),
    orderId: z.uuid().nullable().describe('Null for a subscription.'),
    email: z.string(),
    displayName: z.string().nullable(),
    itemName: z.string(),
    orderNumber: z.string().nullable(),
    amountRappen: z.int(),
    since: at,
    until: at
      .nullable()
      .describe(
        'Of a subscription the end of the paid period; of an order the last moment for a withdrawal, also when that is over.',
      ),
    isEndable: z.boolean().describe('Whether the declaration can still end it, reckoned from its receipt.'),
  })
  .meta({ id: 'AdminContract', description: 'A contract that a declaration could be about.' });
export type AdminContract = z.infer<typeof AdminContract>;
export const AdminContractList = z.object({ items: z.array(AdminContract) }).meta({ id: 'AdminContractList' });

const reason = displayText(500).describe('Why; kept in the audit log.');
export const AdminAssignmentBody = z
  .strictObject({
    userId: z.uuid(),
    orderId: z.uuid().nullable().describe('For a withdrawal; null for a cancellation.'),
    reason,
  })
  .meta({ id: 'AdminAssignmentBody' });
export type AdminAssignmentBody = z.infer<typeof AdminAssignmentBody>;

export const AdminAnswerBody = z
  .strictObject({
    reason: displayTextInLines(500).describe('Sent to whoever made the declaration, and kept in the audit log.'),
  })
  .meta({ id: 'AdminAnswerBody' });
export type AdminAnswerBody = z.infer<typeof AdminAnswerBody>;

export const AdminRefund = z
  .object({
    id: z.uuid(),
    amountRappen: z.int(),
    createdAt: at,
    failure: z.enum(REFUND_FAILURES).nullable().describe('Why it failed; null for one from before that was noted.'),
    attempts: z.int().describe('How often somebody had it sent again.'),
    account,
    order,
    payment: z.object({
      amountRappen: z.int(),
      refundedRappen: z.int(),
      disputedRappen: z.int(),
      paidAt: at,
      providerReference: z.string().nullable().describe('What the provider knows it by.'),
    }),
    leftRappen: z.int().describe('What of the payment could still go back.'),
  })
  .meta({ id: 'AdminRefund' });
export type AdminRefund = z.infer<typeof AdminRefund>;
export const AdminRefundPage = page(AdminRefund, 'AdminRefundPage');

export const AdminHeldPayment = z
  .object({
    id: z.uuid(),
    amountRappen: z.int(),
    credits: z.int().describe('Granted once somebody confirms it.'),
    paidAt: at,
    leftRappen: z.int().describe('What goes back when it is refused.'),
    withdrawals: z.int().describe('How often its customer withdrew from orders of the last days (`facts.heldOrders`).'),
    account,
    order,
  })
  .meta({ id: 'AdminHeldPayment', description: 'A payment whose credits wait for a check.' });
export type AdminHeldPayment = z.infer<typeof AdminHeldPayment>;
export const AdminHeldPaymentPage = page(AdminHeldPayment, 'AdminHeldPaymentPage');

export const AdminSettlementBody = z
  .strictObject({
    how: z
      .enum(['settled', 'dropped'])
      .describe(
        '`settled`: the money went back in another way, and its credits go. `dropped`: nothing is due, or it went back already.',
      ),
    reason,
  })
  .meta({ id: 'AdminSettlementBody' });
export type AdminSettlementBody = z.infer<typeof AdminSettlementBody>;
