import { z } from 'zod';

export const WithdrawalQuote = z
  .object({
    refundRappen: z.int().describe('What a withdrawal pays back: the price less the share already used, by credits.'),
    credits: z.int().describe('Unused credits that a withdrawal takes back.'),
    until: z.iso.datetime(),
    awaitsDispute: z
      .boolean()
      .describe(
        'A chargeback is open: what its payment gives back is reckoned once the bank has decided, and not counted here.',
      ),
  })
  .meta({ id: 'WithdrawalQuote' });
