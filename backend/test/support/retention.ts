import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../src/platform/clock/index.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { RetentionService } from '../../src/retention/retention.service.js';
import type { Product } from './product.js';
import { until } from './until.js';

/** A round of retention by a worker, as the schedule begins it. @returns what was found, by rule */
export function beginRound(worker: INestApplicationContext): Promise<Record<string, number>> {
  return worker.get(RetentionService).round();
}

/** Until nothing is left to do that is due by now. */
export async function settled(product: Product): Promise<void> {
  await until('the end of all work', async () => {
    const [row] = await product
      .em()
      .execute<{ due: string | null }[]>('select min(run_after) as due from job where finished_at is null');
    // The clock is read after the table: work noted while it was read is due by then, too.
    return row!.due === null || new Date(row!.due) > product.api.get(Clock).now() ? true : null;
  });
}

/** A round, and the work that it noted. */
export async function round(product: Product): Promise<Record<string, number>> {
  const found = await beginRound(product.worker!);
  await settled(product);
  return found;
}

export const violations = (product: Product): Promise<string[]> =>
  checkInvariants(product.em(), product.api.get(PaymentProvider));
