import { z } from 'zod';
import { Email } from '../../identity/index.js';
import { facts } from '../../facts/index.js';
import { displayText, displayTextInLines } from '../../platform/http/index.js';

/** As people write it, which is not always how we do. */
const ORDER_NUMBER_MAX = 40;

const declarer = {
  name: displayText(facts.account.displayNameMax),
  email: Email.describe('Where the receipt goes.'),
};
const optionalNumber = {
  orderNumber: displayText(ORDER_NUMBER_MAX).optional().describe('Of the contract or order, if it is at hand.'),
};

export const CancellationBody = z
  .discriminatedUnion('manner', [
    z.strictObject({
      manner: z.literal('ordinary').describe('Ends the contract with the paid period.'),
      ...declarer,
      ...optionalNumber,
    }),
    z.strictObject({
      manner: z.literal('extraordinary').describe('For good cause.'),
      ...declarer,
      ...optionalNumber,
      reason: displayTextInLines(facts.declarations.statementMax),
    }),
  ])
  .meta({ id: 'CancellationBody' });
export type CancellationBody = z.infer<typeof CancellationBody>;

export const WithdrawalBody = z
  .strictObject({
    ...declarer,
    orderNumber: displayText(ORDER_NUMBER_MAX).describe('From the confirmation of the order.'),
    statement: displayTextInLines(facts.declarations.statementMax).optional(),
  })
  .meta({ id: 'WithdrawalBody' });
export type WithdrawalBody = z.infer<typeof WithdrawalBody>;

export const DeclarationReceipt = z
  .object({
    number: z.string().describe('What the declaration is called by, also in the receipt sent by mail.'),
    receivedAt: z.iso.datetime().describe('When it was received, which is what counts.'),
  })
  .meta({ id: 'DeclarationReceipt', description: 'The same whether or not there is such a customer or contract.' });
