import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { atMoment, CLOSING, counted, francs, greeting, onDay } from './words.js';

export interface DecidedDispute {
  outcome: 'won' | 'lost';
  amountRappen: number;
  paidAt: Date;
  /** The plan or pack that was paid; null where it is not known any more. */
  itemName: string | null;
  /** Null for a pack, or where the subscription is not known any more. */
  subscription: { planName: string; runsUntil: Date | null; hasEnded: boolean } | null;
  /** When the order was withdrawn from; null when it was not. */
  withdrawnAt: Date | null;
  /** What the withdrawal pays back of this payment. */
  refundRappen: number;
  balance: number;
  owedCredits: number;
}

const { paybackDaysMin, paybackDaysMax } = facts.refunds;

/** Where a customer stands once the bank has decided: contract, credits and money, one line each. */
export function disputeDecided(name: string | null, dispute: DecidedDispute, url: string): EmailContent {
  const { outcome, amountRappen, paidAt, itemName } = dispute;
  const payment = `${francs(amountRappen)} (Zahlung vom ${onDay(paidAt)}${itemName ? ` für «${itemName}»` : ''})`;
  return {
    subject: 'Ihre Rückbuchung ist entschieden',
    greeting: greeting(name),
    paragraphs: [
      outcome === 'won'
        ? `Die Rückbuchung von ${payment} hatte keinen Erfolg: Die Bank hat uns den Betrag wieder ausbezahlt.`
        : `Die Rückbuchung von ${payment} ist abgeschlossen: Der Betrag gehört Ihnen.`,
      `Vertrag: ${contractLine(dispute)}\nCredits: ${creditsLine(dispute)}\nGeld: ${moneyLine(dispute)}`,
      'Stimmt etwas nicht? Antworten Sie auf diese Nachricht.',
    ],
    action: { label: 'Zur Abrechnung', url },
    closing: CLOSING,
  };
}

function contractLine({ subscription, withdrawnAt, itemName }: DecidedDispute): string {
  if (withdrawnAt) return `Ihr Widerruf vom ${atMoment(withdrawnAt)} gilt; diese Bestellung ist aufgehoben.`;
  if (!subscription)
    return itemName ? `Ihre Bestellung «${itemName}» bleibt, wie sie ist.` : 'Am Vertrag ändert sich nichts.';
  if (subscription.hasEnded) return `Ihr Abo «${subscription.planName}» ist beendet; es wird nichts mehr belastet.`;
  return subscription.runsUntil
    ? `Ihr Abo «${subscription.planName}» läuft bis am ${onDay(subscription.runsUntil)} und endet dann.`
    : `Ihr Abo «${subscription.planName}» läuft weiter.`;
}

function creditsLine({ outcome, withdrawnAt, refundRappen, balance, owedCredits }: DecidedDispute): string {
  const now = `Ihr Guthaben beträgt ${counted(balance, 'Credit', 'Credits')}.`;
  if (outcome === 'lost')
    return owedCredits > 0
      ? `Die Credits dieser Zahlung haben wir zurückgenommen. Was davon schon genutzt war, ist offen: ${counted(owedCredits, 'Credit', 'Credits')}. Bis das ausgeglichen ist, können Sie nichts bestellen.`
      : `Die Credits dieser Zahlung haben wir zurückgenommen. ${now}`;
  if (withdrawnAt && refundRappen > 0)
    return `Die nicht genutzten Credits dieser Zahlung gehen mit der Rückzahlung zurück an uns. ${now}`;
  return withdrawnAt
    ? `Was diese Zahlung enthielt, war bereits ganz genutzt. ${now}`
    : `Die Credits dieser Zahlung, die wir zurückgenommen hatten, gehören wieder Ihnen. ${now}`;
}

function moneyLine({ outcome, withdrawnAt, refundRappen, amountRappen }: DecidedDispute): string {
  if (outcome === 'lost')
    return `Ihre Bank hat Ihnen ${francs(amountRappen)} gutgeschrieben.${refundRappen > 0 ? ` Aus Ihrem Widerruf zahlen wir zudem ${francs(refundRappen)} zurück.` : ' Von uns kommt dafür nichts weiter.'}`;
  if (withdrawnAt && refundRappen > 0)
    return `Wir zahlen Ihnen ${francs(refundRappen)} zurück: den Preis abzüglich des bereits genutzten Anteils. Das Geld ist in der Regel nach ${paybackDaysMin} bis ${paybackDaysMax} Arbeitstagen bei Ihnen, auf dem Weg, auf dem Sie bezahlt haben.`;
  return withdrawnAt ? 'Zurückzuzahlen ist nichts.' : 'Ihre Zahlung bleibt bestehen; zurückzuzahlen ist nichts.';
}
