import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportOptions, type ExportPart } from '../identity/index.js';
import { harmlessName } from '../privacy/index.js';
import {
  PaymentProvider,
  PaymentProviderUnavailable,
  type ProviderInvoiceDocument,
} from '../integrations/payments/index.js';
import { Outbox } from '../platform/queue/index.js';
import { BillingCustomer } from './records/billing-customer.entity.js';
import { SubscriptionEndRequested } from './payments.events.js';
import { ContractTexts } from './contract-texts/contract-texts.js';
import { AddressDebtsService } from './debts/address-debts.service.js';
import { PriceNotice } from './records/price-notice.entity.js';
import { Order } from './records/order.entity.js';
import { Payment } from './records/payment.entity.js';
import { Subscription } from './records/subscription.entity.js';

const UNREACHABLE =
  'Der Zahlungsdienst war nicht erreichbar. In diesem Export fehlen Rechnungen oder ihre PDF-Dateien; bitte fordern Sie später einen neuen an.';

/** Orders and subscriptions are accounting: they are exported and stay; what still runs at the provider ends. */
@Injectable()
export class PaymentsAccountData extends AccountDataPart {
  readonly name = 'payments';
  readonly explains = [
    {
      path: 'bestellungen.json',
      text: 'Ihre Bestellungen mit Preis, Zeit und der Fassung der Texte, denen Sie zugestimmt haben.',
    },
    {
      path: 'abos.json',
      text: 'Ihre Abos, bis wann sie bezahlt sind und welche anderen Preise Ihnen angekündigt wurden.',
    },
    { path: 'zahlungen.json', text: 'Ihre Zahlungen, die Credits dafür und was davon zurückging.' },
    { path: 'rechnungen.json', text: 'Ihre Rechnungen beim Zahlungsdienst.' },
    { path: 'rechnungen/*.pdf', text: 'Dieselben Rechnungen als PDF, soweit der Zahlungsdienst eines hat.' },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentProvider,
    private readonly outbox: Outbox,
    private readonly debts: AddressDebtsService,
    private readonly texts: ContractTexts,
  ) {
    super();
  }

  async *export(userId: string, options: ExportOptions): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const orders = await em.find(Order, { userId }, { orderBy: { createdAt: 'asc' } });
    const agreed = await this.texts.versions(
      em,
      orders.flatMap(({ contractTextId }) => contractTextId ?? []),
    );
    yield {
      path: 'bestellungen.json',
      json: orders.map(
        ({
          number,
          createdAt,
          kind,
          itemName,
          status,
          amountRappen,
          vatPercent,
          vatRappen,
          isForCompany,
          monthlyRappen,
          credits,
          earlyStartVersion,
          withdrawalEffectVersion,
          contractTextId,
          nextChargeAt,
          nextChargeRappen,
          paidAt,
          heldAt,
          withdrawnAt,
        }) => ({
          number,
          createdAt,
          kind,
          itemName,
          status,
          amountRappen,
          vatPercent: vatPercent ?? null,
          vatRappen: vatRappen ?? null,
          isForCompany,
          monthlyRappen: monthlyRappen ?? null,
          credits,
          earlyStartVersion,
          withdrawalEffectVersion,
          contractTexts: contractTextId ? (agreed.get(contractTextId) ?? []) : [],
          nextChargeAt: nextChargeAt ?? null,
          nextChargeRappen: nextChargeRappen ?? null,
          paidAt: paidAt ?? null,
          heldAt: heldAt ?? null,
          withdrawnAt: withdrawnAt ?? null,
        }),
      ),
    };
    const subscriptions = await em.find(Subscription, { userId }, { orderBy: { startedAt: 'asc' } });
    const told = await em.find(PriceNotice, { subscriptionId: { $in: subscriptions.map(({ id }) => id) } });
    yield {
      path: 'abos.json',
      json: subscriptions.map(
        ({ id, planId, priceRappen, status, creditsPerPeriod, startedAt, currentPeriodEnd, cancelAtPeriodEnd }) => ({
          id,
          planId,
          priceRappen,
          status,
          creditsPerPeriod,
          startedAt,
          currentPeriodEnd,
          cancelAtPeriodEnd,
          announcedPrices: told
            .filter((notice) => notice.subscriptionId === id)
            .map((notice) => ({
              planId: notice.planId,
              priceRappen: notice.priceRappen,
              toldAt: notice.createdAt,
              effectiveFrom: notice.effectiveFrom,
            })),
        }),
      ),
    };
    const payments = await em.find(Payment, { userId }, { orderBy: { paidAt: 'asc' } });
    yield {
      path: 'zahlungen.json',
      json: payments.map(
        ({
          kind,
          paidAt,
          amountRappen,
          creditsGranted,
          creditsHeld,
          refundedRappen,
          disputedRappen,
          creditsTakenBack,
          periodStart,
          periodEnd,
        }) => ({
          kind,
          paidAt,
          amountRappen,
          creditsGranted,
          creditsHeld,
          refundedRappen,
          disputedRappen,
          creditsTakenBack,
          periodStart: periodStart ?? null,
          periodEnd: periodEnd ?? null,
        }),
      ),
    };
    const customer = await em.findOne(BillingCustomer, { userId });
    yield* this.invoices(customer?.providerId ?? null, options);
  }

  async count(userId: string): Promise<Counts> {
    return { ...(await this.debts.wouldKeep(userId)) };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await this.outbox.add(em, SubscriptionEndRequested, { userId, when: 'now' });
    const subscriptions = await em.find(Subscription, { userId }, { fields: ['id'] });
    await em.nativeDelete(PriceNotice, { subscriptionId: { $in: subscriptions.map(({ id }) => id) } });
    return { ...(await this.debts.keep(em, userId)) };
  }

  async block(em: EntityManager, userId: string): Promise<void> {
    await this.outbox.add(em, SubscriptionEndRequested, { userId, when: 'period_end' });
  }

  private async *invoices(customerId: string | null, options: ExportOptions): AsyncIterable<ExportPart> {
    const found = customerId ? await this.unlessLast(options, () => this.payments.readInvoices(customerId)) : [];
    yield { path: 'rechnungen.json', json: { complete: found !== null, items: (found ?? []).map(exportInvoice) } };
    let complete = found !== null;
    for (const { pdfUrl, number, id } of found ?? []) {
      const pdf = pdfUrl && (await this.unlessLast(options, () => this.payments.readInvoicePdf(pdfUrl)));
      if (pdf)
        yield {
          path: `rechnungen/${harmlessName(number ?? id, 'rechnung')}.pdf`,
          open: () => Promise.resolve({ stream: Readable.from([pdf]), size: pdf.length }),
        };
      complete &&= !pdfUrl || Boolean(pdf);
    }
    if (!complete) yield { note: UNREACHABLE };
  }

  /** On the last attempt an export without invoices is better than none: null. */
  private async unlessLast<T>(options: ExportOptions, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (options.lastAttempt && error instanceof PaymentProviderUnavailable) return null;
      throw error;
    }
  }
}

function exportInvoice({
  id,
  number,
  status,
  createdAt,
  paidAt,
  currency,
  totalRappen,
  amountPaidRappen,
  lines,
}: ProviderInvoiceDocument) {
  return { id, number, status, createdAt, paidAt, currency, totalRappen, amountPaidRappen, lines };
}
