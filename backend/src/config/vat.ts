import { z } from 'zod';
import type { OperatorConfig } from './operator.js';

export interface VatRate {
  /** From which moment on; null from always. */
  from: Date | null;
  percent: number;
}

export interface VatConfig {
  /** As invoices name it. */
  number: string;
  /** The rates within all prices, the earliest first. */
  rates: VatRate[];
  /** Whether the payment provider reckons it by where a customer lives (Stripe Tax). */
  isByProvider: boolean;
}

/** The standard rate of Switzerland since 2024. */
const SWISS_RATE = '8.1';
/** Whole days in Switzerland, which changes its clocks: midnight there is found by asking. */
const startOfDay = (day: string): Date => {
  const utc = new Date(`${day}T00:00:00Z`);
  const hours = Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Zurich', hour: '2-digit' }).format(utc));
  return new Date(utc.getTime() - hours * 3_600_000);
};

/** No 30 February, which would be read as 2 March. */
function isRealDay(entry: string): boolean {
  const [, day] = entry.split('=').toReversed() as [string, string?];
  if (!day) return true;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

const Rates = z
  .string()
  .transform((list) => list.split(/[\s,;]+/).filter(Boolean))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^(?:\d{4}-\d{2}-\d{2}=)?\d{1,2}(?:\.\d{1,2})?$/, 'rates as 8.1 or 2028-01-01=8.6, in percent'),
      )
      .min(1),
  )
  .refine((entries) => entries.every(isRealDay), 'a day that does not exist')
  .transform((entries) =>
    entries.map((entry): VatRate => {
      const [percent, day] = entry.split('=').toReversed() as [string, string?];
      return { from: day ? startOfDay(day) : null, percent: Number(percent) };
    }),
  )
  .refine(
    (rates) =>
      rates.every(({ from }, at) => (at === 0 ? from === null : from !== null && from > (rates[at - 1]!.from ?? 0))),
    'the first rate has no day, and each further one a later day',
  );

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const vatVariables = {
  /** Percent within all prices, and what it changes to from a day on: `8.1 2028-01-01=8.6`. */
  VAT_RATES: Rates.default(Rates.parse(SWISS_RATE)),
  /** Whether Stripe Tax reckons by where a customer lives; the rates above are for customers whose address it does not know. */
  STRIPE_TAX: flag.default(false),
};

type Given = { VAT_RATES: VatRate[]; STRIPE_TAX: boolean };

/** @returns null where the operator is not liable to VAT */
export const readVat = (value: Given, operator: OperatorConfig): VatConfig | null =>
  operator.vat ? { number: operator.vat, rates: value.VAT_RATES, isByProvider: value.STRIPE_TAX } : null;

export const unfitVat = ({ STRIPE_TAX, OPERATOR_VAT }: Given & { OPERATOR_VAT: string }): string[] =>
  STRIPE_TAX && OPERATOR_VAT.trim().toLowerCase() === 'none'
    ? ['STRIPE_TAX reckons a tax that nobody may charge without OPERATOR_VAT']
    : [];

/** What a price includes at a moment, in percent; null where that is nothing, or depends on where a customer lives. */
export const vatPercentAt = (vat: VatConfig | null, at: Date): number | null =>
  vat === null || vat.isByProvider ? null : rateAt(vat, at);

/** The operator's own rate at a moment, in percent. */
export const rateAt = ({ rates }: VatConfig, at: Date): number =>
  rates.findLast(({ from }) => from === null || from <= at)!.percent;

/** The share of a price that is tax, in Rappen, rounded as the payment provider does. */
export const vatWithin = (rappen: number, percent: number): number => Math.round((rappen * percent) / (100 + percent));
