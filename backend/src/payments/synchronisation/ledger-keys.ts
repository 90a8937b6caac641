import type { Payment } from '../records/payment.entity.js';

/** The ledger's key of the grant for a payment. */
export const grantKey = ({ kind, sourceId }: Pick<Payment, 'kind' | 'sourceId'>): string =>
  `${kind === 'pack' ? 'checkout' : 'invoice'}:${sourceId}`;

/** The ledger's key of the n-th correction of a payment. */
export const correctionKey = (paymentId: string, n: number): string => `payment:${paymentId}:correction:${n}`;

/** The payment that a correction is about; null for any other key. */
export const correctedPayment = (businessKey: string): string | null =>
  /^payment:([^:]+):correction:\d+$/.exec(businessKey)?.[1] ?? null;
