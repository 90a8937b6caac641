import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { CreditsService } from '../../src/credits/index.js';
import { facts } from '../../src/facts/index.js';
import { PHOTO_INSPECTOR, type PhotoInspector } from '../../src/integrations/portrait-engine/index.js';
import type { Caller } from './caller.js';
import { completedRun, idOf, profileWithModel, recordShown } from './holdings.js';
import type { Product } from './product.js';

/** A picture like no other: sixteen by sixteen random colours. */
export const someRandomPicture = (): Promise<Buffer> =>
  sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
    .resize(320, 320, { kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer();

/** A completed run that was paid for, one portrait of which looks like `picture` and is recognised by it, as the worker would have noted. */
export async function recognisableRun(product: Product, caller: Caller): Promise<{ id: string; picture: Buffer }> {
  const run = await completedRun(product, caller, await profileWithModel(product, caller));
  const { credits } = facts.generation;
  const userId = await idOf(caller);
  await product.em().transactional(async (em) => {
    const ledger = product.api.get(CreditsService);
    await ledger.book(em, { userId, delta: credits, reason: 'admin_adjustment', businessKey: `test:${run.id}` });
    await ledger.book(em, {
      userId,
      delta: -credits,
      reason: 'generation_charge',
      businessKey: `generation:${run.id}:charge`,
      generationId: run.id,
    });
    await recordShown(em, run.id);
  });
  const picture = await someRandomPicture();
  const trace = await product.api.get<PhotoInspector>(PHOTO_INSPECTOR, { strict: false }).trace(picture);
  if (!trace.ok) throw new Error(`the picture was not read: ${trace.reason}`);
  for (const fingerprint of trace.fingerprints) {
    await product
      .em()
      .execute(
        `insert into portrait_fingerprint (id, created_at, portrait_id, bits) values (?, now(), ?, ('x' || ?)::bit(256))`,
        [randomUUID(), [...run.portraits.keys()][0], fingerprint],
      );
  }
  return { id: run.id, picture };
}
