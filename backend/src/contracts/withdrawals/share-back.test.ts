import { describe, expect, test } from 'vitest';
import { facts } from '../../facts/index.js';
import { shareBack } from './share-back.js';

const sold = [...facts.plans, ...facts.creditPacks].map(({ credits, priceRappen }) => ({
  creditsGranted: credits,
  creditsHeld: 0,
  amountRappen: priceRappen,
}));
/** The rule of the corrections, written down again. */
const creditsLost = (payment: { creditsGranted: number; amountRappen: number }, rappen: number) =>
  Math.floor((payment.creditsGranted * rappen) / payment.amountRappen);

describe.each(sold)('%o', (item) => {
  test('whatever went back before and whatever was used, a withdrawal takes no credit that is not there', () => {
    for (let refunded = 0; refunded < item.amountRappen; refunded += 7) {
      const creditsTakenBack = creditsLost(item, refunded);
      for (let spent = 0; spent <= item.creditsGranted - creditsTakenBack; spent += 13) {
        const balance = item.creditsGranted - creditsTakenBack - spent;
        const share = shareBack({ ...item, creditsTakenBack, refundedRappen: refunded, disputedRappen: 0 }, balance);
        const lost = creditsLost(item, refunded + share.refundRappen) - creditsTakenBack;
        if (lost > balance)
          expect.fail(
            `${refunded} Rappen refunded, ${spent} spent: ${share.refundRappen} go back for ${lost} credits of ${balance}`,
          );
        // In the customer's favour: at most one Rappen below the exact share.
        const exact = (item.amountRappen * balance) / item.creditsGranted;
        if (share.refundRappen < Math.min(exact, item.amountRappen - refunded) - 1)
          expect.fail(`${refunded} refunded, ${spent} spent: only ${share.refundRappen} of ${exact}`);
      }
    }
  });

  test('unused it goes back whole', () => {
    expect(
      shareBack({ ...item, creditsTakenBack: 0, refundedRappen: 0, disputedRappen: 0 }, item.creditsGranted),
    ).toMatchObject({ refundRappen: item.amountRappen, credits: item.creditsGranted });
  });
});

test('while its credits wait for an admin’s word, all that is left of the price goes back', () => {
  const held = { creditsGranted: 0, creditsHeld: 120, creditsTakenBack: 0, amountRappen: 990, disputedRappen: 0 };
  expect(shareBack({ ...held, refundedRappen: 0 }, 0)).toEqual({ refundRappen: 990, credits: 0 });
  expect(shareBack({ ...held, refundedRappen: 400 }, 0)).toEqual({ refundRappen: 590, credits: 0 });
});

describe('whatever is reported', () => {
  const paid = { creditsGranted: 120, creditsHeld: 0, amountRappen: 990, disputedRappen: 0 };

  test('no more credits go back than are left of the grant', () => {
    expect(shareBack({ ...paid, creditsTakenBack: 0, refundedRappen: 0 }, 500)).toEqual({
      refundRappen: 990,
      credits: 120,
    });
    expect(shareBack({ ...paid, creditsTakenBack: 20, refundedRappen: 165 }, 120)).toMatchObject({ credits: 100 });
  });

  test('no more money goes back than is left of the price', () => {
    expect(shareBack({ ...paid, creditsTakenBack: 0, refundedRappen: 400 }, 120)).toMatchObject({ refundRappen: 590 });
  });
});
