import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyStyle, customer, grantCredits, profileMarkedReady, registeredCustomer } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

/** Makes a finished job look as if its worker had died right before noting the end. An email is noted as sent before its job is, so the end is awaited first. */
async function runAgain(topic: string): Promise<void> {
  const job = await until('the end of the job', async () => {
    const [ended] = await product
      .em()
      .execute<{ id: string }[]>(
        'update job set finished_at = null, dispatched_at = null, outcome = null where topic = ? and finished_at is not null returning id',
        [topic],
      );
    return ended ?? null;
  });
  await until('the second run', async () => {
    const [row] = await product
      .em()
      .execute<{ finished_at: Date | null }[]>('select finished_at from job where id = ?', [job.id]);
    return row!.finished_at ? true : null;
  });
}

const rows = (key: string) =>
  product
    .em()
    .execute<{ key: string; message_id: string; sent_at: string | null; template: string }[]>(
      'select key, message_id, sent_at, template from mail where key like ?',
      [key],
    );

describe('an email', () => {
  test('has one row and one Message-ID per key, and is not sent again once it has left', async () => {
    const { email } = await registeredCustomer(product);
    const [first] = await emailsTo(product, email, /bestätigen/);
    await until('the note', async () => ((await rows('confirm-email:%'))[0]?.sent_at ? true : null));
    await runAgain('accounts.email_confirmation_requested');
    expect(await rows('confirm-email:%')).toEqual([
      { key: expect.any(String), message_id: first!.messageId, sent_at: expect.any(String), template: 'confirm_email' },
    ]);
    expect(await emailsTo(product, email, /./, 0)).toEqual([first]);
  });

  test('whose sending was never noted leaves again under the same Message-ID', async () => {
    const owner = await customer(product);
    const me = (await owner.get<{ email: string }>('/me')).body;
    await owner.post('/me/password', { currentPassword: 'Sommerwiese-42', newPassword: 'Herbstwald-77' });
    const [first] = await emailsTo(product, me.email, /geändert/);
    await until('the note', async () => ((await rows('security:%'))[0]?.sent_at ? true : null));
    await product.em().execute("update mail set sent_at = null where key like 'security:%'");
    await runAgain('accounts.security_changed');
    const mails = await emailsTo(product, me.email, /geändert/);
    expect(mails).toMatchObject([{ messageId: first!.messageId }]);
    expect(mails[0]!.date > first!.date).toBe(true);
    expect(await rows('security:%')).toHaveLength(1);
  });

  test('with news of finished work is sent to those who want it; emails about safety to all', async () => {
    const [wants, wantsNot] = [await customer(product), await customer(product)];
    await wantsNot.patch('/me', { notifyByEmail: false });
    for (const owner of [wants, wantsNot]) {
      await grantCredits(product, owner, 10);
      const run = await owner.post<{ id: string }>('/generations', {
        profileId: await profileMarkedReady(product, owner),
        styleId: await anyStyle(owner),
      });
      await until('the end of the run', async () =>
        (await owner.get<{ status: string }>(`/generations/${run.body.id}`)).body.status === 'failed' ? true : null,
      );
      await owner.post('/me/password', { currentPassword: 'Sommerwiese-42', newPassword: 'Herbstwald-77' });
    }
    const subjectsOf = async (owner: typeof wants) => {
      const { email } = (await owner.get<{ email: string }>('/me')).body;
      await emailsTo(product, email, /geändert/);
      return (await emailsTo(product, email, /./, 0)).map((mail) => mail.subject);
    };
    await until('no mail left to send', async () =>
      (await product.em().execute("select 1 from job where queue = 'mail' and finished_at is null")).length === 0
        ? true
        : null,
    );
    expect(await subjectsOf(wants)).toContain('Ihre Portraits konnten nicht erstellt werden');
    expect(await subjectsOf(wantsNot)).not.toContain('Ihre Portraits konnten nicht erstellt werden');
  });
});
