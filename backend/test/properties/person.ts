import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { creditLots, type LedgerLine, type LotPayment } from '../../src/contracts/withdrawals/credit-lots.js';
import { facts } from '../../src/facts/index.js';
import type { Answer, Caller } from '../support/caller.js';
import { anyStyle, consenting, customer } from '../support/customers.js';
import { analysisOf } from '../support/quick-engine.js';
import { until } from '../support/until.js';
import type { Act, Card, Deletes, Step } from './acts.js';
import { Forger } from './forger.js';
import { readPaid, takenBack, withdrawalRappen, type Paid } from './money.js';
import type { Timeline } from './timeline.js';
import { PATIENCE_MS, type World } from './world.js';

const NUMBERS: Record<Card, string> = {
  good: '4242424242424242',
  declined: '4000000000000002',
  confirmed: '4000002500003155',
  refused: '4000002500003155',
  alwaysConfirmed: '4000002760003184',
  failsLater: '4000000000000341',
};
const CONSENTS = { acceptEarlyStart: true, acceptWithdrawalEffect: true };
const RETRIES = 60;
const RETRY_MS = 40;
const RETURNS_WINDOW_HOURS = 30 * 24;
/** How often somebody looks for a preview before deleting a run all the same, and how long between. */
const LOOKS = 40;
const LOOK_MS = 50;

interface OrderAnswer {
  id: string;
  kind: 'plan' | 'pack' | 'upgrade';
  status: string;
  paymentUrl: string | null;
  withdrawableUntil: string | null;
  createdAt: string;
}
interface Standing {
  subscription: { problem: { payUrl: string | null } | null; waitingUpgrade: { payUrl: string | null } | null } | null;
  owedCredits: number;
  creditsGranted: number;
}
type Of<K extends Act['kind']> = Extract<Act, { kind: K }>;

/** A customer who does one thing after another over HTTP, and knows what that must come to. */
export class Person {
  private spent = 0;
  /** Credits that an admin added, less those taken. */
  private given = 0;
  /** Hours at which deleting a profile gave its credits back. */
  private readonly returns: number[] = [];
  /** Hours at which trainings began that failed and may still be tried again. */
  private readonly retriable: number[] = [];
  /** Runs that were deleted. */
  private readonly deleted = new Set<string>();
  private readonly orders = new Map<string, { checkout: string | null; quotedAt: number | null }>();
  private readonly tills: string[] = [];

  private constructor(
    readonly id: string,
    private readonly world: World,
    private readonly caller: Caller,
    private readonly styleId: string,
    private readonly profiles: { works: string; fails: string },
    private readonly timeline: Timeline,
  ) {}

  /** Signed up, with a profile whose runs succeed and one whose runs fail. */
  static async join(world: World, timeline: Timeline): Promise<Person> {
    const caller = await consenting(await customer(world.product));
    const { id } = (await caller.get<{ id: string }>('/me')).body;
    const profiles = { works: randomUUID(), fails: randomUUID() };
    for (const profile of Object.values(profiles)) {
      await world.database.query(
        `insert into ai_profile (id, created_at, user_id, name, gender, status, ready_at) values ($1, now(), $2, 'Bewerbung', 'female', 'ready', now())`,
        [profile, id],
      );
    }
    await world.database.query(
      `insert into trained_model (id, created_at, profile_id, engine, descriptor, storage_prefix, artifact_count, has_preview) values ($1, now(), $2, 'studio', '{}', $3, 0, false)`,
      [randomUUID(), profiles.works, `models/${profiles.works}/`],
    );
    world.saboteur.know(id);
    return new Person(id, world, caller, await anyStyle(caller), profiles, timeline);
  }

  async play(steps: (Step | null)[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      if (!step) continue;
      try {
        await Promise.all([this.meet(step.trouble), this.act(step.act)]);
      } catch (error) {
        throw new Error(
          `step ${index + 1}, ${JSON.stringify(step)}: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
    }
  }

  async synchronise(): Promise<Standing> {
    return (await this.send<Standing>('POST', '/subscription/synchronise', {}, [200])).body;
  }

  /** @returns what is not as it must be */
  async faults(): Promise<string[]> {
    const expected = await this.expected();
    const { credits } = (await this.send<{ credits: number }>('GET', '/me')).body;
    const before = await this.bookings();
    const { owedCredits, creditsGranted } = await this.synchronise();
    const after = await this.bookings();
    const is = credits - owedCredits;
    return [
      ...(is === expected
        ? []
        : [`user ${this.id}: has ${credits} credits and owes ${owedCredits}, together ${is}, expected ${expected}`]),
      ...(creditsGranted === 0 && before === after
        ? []
        : [`user ${this.id}: synchronising once more granted ${creditsGranted} and booked ${after - before} lines`]),
    ];
  }

  private async bookings(): Promise<number> {
    return (
      await this.world.database.query<{ count: number }>(
        'select count(*)::int as count from credit_ledger where user_id = $1',
        [this.id],
      )
    ).rows[0]!.count;
  }

  /** The credits that all that was paid and done comes to; below zero, that is owed. */
  private async expected(): Promise<number> {
    const held =
      this.retriable.filter((at) => this.timeline.now - at < facts.training.retryHours).length * facts.training.credits;
    const ungranted = await this.held();
    return (await this.paid())
      .filter(({ source }) => !ungranted.has(source))
      .reduce(
        (sum, one) => sum + one.credits - takenBack(one),
        this.given - this.spent - (await this.spentOnRuns()) - held,
      );
  }

  /** Payments whose credits wait, or waited when their contract ended: their invoices and checkouts. */
  private async held(): Promise<Set<string>> {
    const { rows } = await this.world.database.query<{ source_id: string }>(
      'select source_id from payment where user_id = $1 and credits_held > 0',
      [this.id],
    );
    return new Set(rows.map((row) => row.source_id));
  }

  /** Runs that delivered, and those that were deleted after something was shown. One whose every attempt lost its connections has failed, and costs nothing. */
  private async spentOnRuns(): Promise<number> {
    const { rows } = await this.world.database.query<{ count: number }>(
      `select ((select count(*) from generation where user_id = $1 and status = 'completed')
         + (select count(*) from shown_run s where generation_id = any ($2::uuid[]) and not exists (select 1 from credit_ledger l where l.generation_id = s.generation_id and l.caused_by = 'failure')))::int as count`,
      [this.id, [...this.deleted]],
    );
    return rows[0]!.count * facts.generation.credits;
  }

  private async paid(): Promise<Paid[]> {
    const provider = await this.providerId();
    return provider ? readPaid(this.world.stripe, provider) : [];
  }

  private async providerId(): Promise<string | null> {
    return (
      (
        await this.world.database.query<{ provider_id: string }>(
          'select provider_id from billing_customer where user_id = $1',
          [this.id],
        )
      ).rows[0]?.provider_id ?? null
    );
  }

  private async meet(trouble: Step['trouble']): Promise<void> {
    if (!trouble) return;
    if (trouble.kind !== 'database gone') return this.world.saboteur.arm(this.id, trouble);
    await new Promise((resolve) => setTimeout(resolve, trouble.afterMs));
    await this.world.breakDatabase();
  }

  private act(act: Act): Promise<void> {
    switch (act.kind) {
      case 'plan':
        return this.order({ kind: 'plan', planId: act.planId }, act);
      case 'pack':
        return this.buyPack(act);
      case 'upgrade':
        return this.upgrade(act);
      case 'pay':
        return this.payWhatIsOpen(act);
      case 'card':
        return this.changeCard(act);
      case 'cancel':
      case 'resume':
        return this.send('POST', `/subscription/${act.kind}`, {}, [200, 409]).then(() => undefined);
      case 'withdraw':
        return this.withdraw(act);
      case 'refund':
        return this.refund(act);
      case 'failRefund':
        return this.failRefund(act);
      case 'dispute':
        return this.dispute(act);
      case 'decide':
        return this.decide(act);
      case 'generate':
        return this.generate(act);
      case 'train':
        return this.train(act);
      case 'goodwill':
        return this.receiveGoodwill(act);
      case 'review':
        return this.review(act);
      case 'synchronise':
        return Promise.all(Array.from({ length: act.times }, () => this.synchronise())).then(() => undefined);
      case 'webhooks':
        return this.providerId().then((id) => (id ? this.world.postman.setMode(id, act.mode) : undefined));
      case 'forge':
        return this.forge(act);
      case 'restart':
        return this.world.restartWorker();
      case 'wait':
        return this.timeline.sleep(act.hours);
    }
  }

  private async order(item: Record<string, unknown>, { clicks, card }: { clicks: number; card?: Card }): Promise<void> {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: clicks }, () =>
        this.send<OrderAnswer>('POST', '/orders', { ...item, ...CONSENTS }, [201, 400, 409], key),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    if (made.length === 0) return;
    if (new Set(made.map(({ body }) => body.id)).size > 1) throw new Error('one key made several orders');
    const { id, paymentUrl } = made[0]!.body;
    const checkout = /cs_test_\w+/.exec(paymentUrl ?? '')?.[0] ?? null;
    this.orders.set(id, {
      checkout,
      quotedAt: typeof item['quotedAt'] === 'string' ? Date.parse(item['quotedAt']) / 1000 : null,
    });
    if (!checkout || !card) return;
    this.tills.push(paymentUrl!);
    await this.pay(paymentUrl!, card);
  }

  private async buyPack(act: Of<'pack'>): Promise<void> {
    const packs = (await this.send<{ items: { id: string }[] }>('GET', '/credit-packs')).body.items;
    if (packs.length > 0) await this.order({ kind: 'pack', packId: packs[act.pack % packs.length]!.id }, act);
  }

  private async upgrade(act: Of<'upgrade'>): Promise<void> {
    const quote = await this.send<{ quotedAt: string }>(
      'GET',
      `/subscription/upgrade-quote?planId=${act.planId}`,
      undefined,
      [200, 409],
    );
    if (quote.status === 200)
      await this.order({ kind: 'upgrade', planId: act.planId, quotedAt: quote.body.quotedAt }, act);
  }

  /** What the app says is to be paid; else a page that was left open, however old. */
  private async payWhatIsOpen({ card }: Of<'pay'>): Promise<void> {
    const { subscription } = (await this.send<Standing>('GET', '/subscription')).body;
    const orders = (await this.send<{ items: OrderAnswer[] }>('GET', '/orders')).body.items;
    const url =
      subscription?.problem?.payUrl ??
      subscription?.waitingUpgrade?.payUrl ??
      orders.find(({ status }) => status === 'pending')?.paymentUrl ??
      this.tills.at(-1);
    if (url) await this.pay(url, card);
  }

  private async changeCard({ card }: Of<'card'>): Promise<void> {
    const portal = await this.send<{ url: string }>('POST', '/subscription/portal', {}, [200, 409]);
    if (portal.status === 200) await this.pay(`${portal.body.url}/card`, card);
  }

  private async pay(url: string, card: Card): Promise<void> {
    const post = (to: string, fields: Record<string, string>) =>
      fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const answer = await post(url, { number: NUMBERS[card], expiry: '12 / 39', cvc: '123', name: 'Petra Muster' });
    await answer.body?.cancel();
    if (answer.status === 422) throw new Error(`${url} did not understand the card`);
    const next = answer.headers.get('location') ?? '';
    if (next.includes('/confirm'))
      await (
        await post(new URL(next, url).href, { decision: card === 'refused' ? 'refuse' : 'accept' })
      ).body?.cancel();
  }

  private async withdraw(act: Of<'withdraw'>): Promise<void> {
    await this.rest();
    await this.synchronise();
    const all = (await this.send<{ items: OrderAnswer[] }>('GET', '/orders?limit=50')).body.items;
    const items = all.filter(({ withdrawableUntil }) => withdrawableUntil);
    const order = items[act.order % items.length];
    if (!order) return;
    const about = this.orders.get(order.id);
    const paid = await this.paid();
    const began =
      order.kind === 'plan' && about?.checkout
        ? (await this.world.stripe.checkout.sessions.retrieve(about.checkout)).subscription
        : null;
    // An upgrade takes those along that were built on it and still stand.
    const builtOn = all.filter(
      ({ kind, status, createdAt }) => kind === 'upgrade' && status === 'paid' && createdAt > order.createdAt,
    );
    const quotes = new Set([order, ...builtOn].map(({ id }) => this.orders.get(id)?.quotedAt ?? NaN));
    const upgraded = paid.find(({ quotedAt }) => quotedAt !== null && quotedAt === about?.quotedAt)?.subscription;
    const own = paid.filter((one) =>
      order.kind === 'plan'
        ? one.subscription === began
        : order.kind === 'pack'
          ? one.checkout === about?.checkout
          : one.quotedAt !== null && quotes.has(one.quotedAt) && one.subscription === upgraded,
    );
    if (own.length === 0) throw new Error(`nothing was paid for order ${order.id}`);
    const expected = withdrawalRappen(own, await this.unused(), await this.held());
    const quote = (await this.send<{ refundRappen: number }>('GET', `/orders/${order.id}/withdrawal`)).body;
    if (quote.refundRappen !== expected)
      throw new Error(
        `a withdrawal would pay back ${quote.refundRappen}, expected ${expected} of ${JSON.stringify(own)}`,
      );
    await Promise.all([1, 2].map(() => this.send('POST', `/orders/${order.id}/withdrawal`)));
    await this.rest();
    const sum = (all: Paid[]) => all.reduce((total, one) => total + one.refundedRappen, 0);
    const sent = sum(await this.paid()) - sum(paid);
    if (sent !== expected) throw new Error(`${sent} Rappen went back, expected ${expected}`);
  }

  /** Credits left of each payment, by its invoice or checkout. Together with gifts they are the balance. */
  private async unused(): Promise<Map<string, number>> {
    const lines = await this.world.database.query<LedgerLine>(
      'select delta, reason, business_key as "businessKey" from credit_ledger where user_id = $1 order by seq',
      [this.id],
    );
    const payments = await this.world.database.query<LotPayment>(
      'select id, kind, source_id as "sourceId", credits_taken_back as "creditsTakenBack" from payment where user_id = $1',
      [this.id],
    );
    const { byPayment, gifts } = creditLots(lines.rows, payments.rows);
    const balance = Math.max(0, await this.expected());
    const total = [...byPayment.values()].reduce((sum, credits) => sum + credits, gifts);
    if (total !== balance)
      throw new Error(`${total} credits are left of payments and gifts, the balance must be ${balance}`);
    return new Map(payments.rows.map(({ id, sourceId }) => [sourceId, byPayment.get(id)!]));
  }

  /** Resolves when nothing of this person's is under way that moves credits or money. */
  private async rest(): Promise<void> {
    await until(
      'the runs and refunds to end',
      async () => {
        const { rows } = await this.world.database.query<{ open: boolean }>(
          `select exists (select 1 from generation where user_id = $1 and status in ('queued', 'processing')) or exists (select 1 from refund where user_id = $1 and status = 'requested')
           or exists (select 1 from job where topic = 'ai-profiles.retry_window_closed' and finished_at is null and run_after <= $2) as open`,
          [this.id, this.world.now()],
        );
        return rows[0]!.open ? null : true;
      },
      PATIENCE_MS,
    );
  }

  private async charges(): Promise<Stripe.Charge[]> {
    const provider = await this.providerId();
    return provider
      ? (await this.world.stripe.charges.list({ customer: provider, limit: 100 })).data.filter(({ paid }) => paid)
      : [];
  }

  /** Somebody gives money back on the provider's dashboard. */
  private async refund(act: Of<'refund'>): Promise<void> {
    const charges = await this.charges();
    const charge = charges[act.charge % charges.length];
    const amount = charge && Math.ceil(((charge.amount - charge.amount_refunded) * act.percent) / 100);
    if (!charge || !amount) return;
    await this.world.stripe.refunds.create({ charge: charge.id, amount }).catch(unlessRefused);
  }

  private async failRefund(act: Of<'failRefund'>): Promise<void> {
    const refunds = (
      await Promise.all((await this.charges()).map(({ id }) => this.world.stripe.refunds.list({ charge: id })))
    )
      .flatMap(({ data }) => data)
      .filter(({ status }) => status === 'succeeded');
    const refund = refunds[act.refund % refunds.length];
    if (refund) await this.world.product.stripe.failRefund(refund.id);
  }

  private async dispute(act: Of<'dispute'>): Promise<void> {
    const charges = (await this.charges()).filter(({ disputed }) => !disputed);
    const charge = charges[act.charge % charges.length];
    if (charge) await this.world.product.stripe.dispute(charge.id);
  }

  private async decide(act: Of<'decide'>): Promise<void> {
    const disputed = (await this.charges()).filter((charge) => charge.disputed);
    const open = (await Promise.all(disputed.map(({ id }) => this.world.stripe.disputes.list({ charge: id }))))
      .flatMap(({ data }) => data)
      .filter(({ status }) => status === 'needs_response');
    const dispute = open[act.dispute % open.length];
    if (dispute) await this.world.product.stripe.closeDispute(dispute.id, act.outcome);
  }

  /** An event of this person's is sent by somebody who is not the provider, or once more as it was. */
  private async forge({ event: index, forgery }: Of<'forge'>): Promise<void> {
    const customer = await this.providerId();
    const events = customer
      ? this.world.product.stripe
          .events()
          .filter(({ data }) => (data.object as { customer?: string }).customer === customer)
      : [];
    const event = events.at(-1 - (index % events.length));
    if (!event) return;
    const status = await new Forger(this.world.product).deliver(event, forgery);
    if (status !== (forgery === 'replayed' ? 200 : 400))
      throw new Error(`a webhook that was ${forgery} was answered with ${status}`);
    if (forgery !== 'replayed') return;
    const { rows } = await this.world.database.query<{ count: number }>(
      `select count(*)::int as count from job where dedupe_key like 'payment-event:%' and payload->>'eventId' like $1 || '%'`,
      [event.id],
    );
    if (rows[0]!.count > 1) throw new Error(`an event was worked on ${rows[0]!.count} times`);
  }

  private async generate({ works, runs, deletes }: Of<'generate'>): Promise<void> {
    const body = { profileId: works ? this.profiles.works : this.profiles.fails, styleId: this.styleId };
    const answers = await Promise.all(
      Array.from({ length: runs }, () => this.send<{ id: string }>('POST', '/generations', body, [202, 402])),
    );
    if (deletes === 'never') return;
    await Promise.all(
      answers.filter(({ status }) => status === 202).map((answer) => this.deleteRun(answer.body.id, deletes)),
    );
  }

  /** What was seen before the deletion is paid for, whatever the product has recorded of it. */
  private async deleteRun(id: string, when: Exclude<Deletes, 'never'>): Promise<void> {
    if (typeof when === 'object') await new Promise((resolve) => setTimeout(resolve, when.afterMs));
    const seen = when === 'once shown' && (await this.seesSomethingOf(id));
    // A retry of a deletion whose answer was lost finds nothing.
    await this.send('DELETE', `/generations/${id}`, undefined, [204, 404]);
    this.deleted.add(id);
    const { rows } = await this.world.database.query(
      "select 1 from credit_ledger where business_key = $1 and caused_by is distinct from 'failure'",
      [`generation:${id}:return`],
    );
    if (seen && rows.length > 0) throw new Error(`generation ${id} was shown, deleted and paid back`);
  }

  /** Looks a few times, as somebody impatient does: runs of others may come first. @returns whether a preview was there */
  private async seesSomethingOf(id: string): Promise<boolean> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const { body } = await this.send<{ status: string; previews: unknown[] }>('GET', `/generations/${id}`);
      if (body.previews.length > 0) return true;
      if (body.status === 'completed' || body.status === 'failed') return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return false;
  }

  private async receiveGoodwill({ direction, credits }: Of<'goodwill'>): Promise<void> {
    const body = { direction, amount: credits, reason: 'Kulanz' };
    const answer = await this.send(
      'POST',
      `/admin/users/${this.id}/credits`,
      body,
      [200, 409],
      randomUUID(),
      this.world.admin,
    );
    if (answer.status === 200) this.given += direction === 'add' ? credits : -credits;
  }

  /** What waits longest is decided. */
  private async review({ decision }: Of<'review'>): Promise<void> {
    const { items } = (
      await this.send<{ items: { id: string; account: { id: string } | null }[] }>(
        'GET',
        '/admin/held-payments?limit=50',
        undefined,
        [200],
        randomUUID(),
        this.world.admin,
      )
    ).body;
    const payment = items.find(({ account }) => account?.id === this.id);
    if (payment)
      await this.send(
        'POST',
        `/admin/held-payments/${payment.id}/${decision}`,
        { reason: 'Geprüft' },
        [204, 409],
        randomUUID(),
        this.world.admin,
      );
  }

  private async train({ works, afterwards }: Of<'train'>): Promise<void> {
    const profile = await this.draft(works);
    if (!(await this.startTraining(profile)) || works) return;
    if (afterwards === 'delete') {
      await this.send('DELETE', `/ai-profiles/${profile}`, undefined, [204, 404]);
      const recent = this.returns.filter((at) => this.timeline.now - at < RETURNS_WINDOW_HOURS).length;
      if (recent < facts.training.draftReturnsPer30Days) this.returns.push(this.timeline.now);
      else this.spent += facts.training.credits;
    }
    if (afterwards === 'leave') this.retriable.push(this.timeline.now);
    // Two more attempts are free, then it has failed for good; left alone it has after a day. Either way the credits come back.
    if (afterwards === 'retry')
      for (let attempt = 1; attempt < facts.training.maxAttempts; attempt += 1) await this.startTraining(profile);
  }

  /** A profile with photos; what is written into them decides what becomes of its training. */
  private async draft(works: boolean): Promise<string> {
    const profile = (
      await this.send<{ id: string }>('POST', '/ai-profiles', { name: 'Bewerbung', gender: 'female' }, [201])
    ).body.id;
    await this.world.database.query(
      `insert into reference_photo (id, created_at, profile_id, user_id, storage_key, width, height, analysis, content_hash)
       select gen_random_uuid(), now(), $1::uuid, $2, 'photos/' || $1 || '/' || n, 8, 10, $3, 'hash ' || n from generate_series(1, ${facts.photos.min}) n`,
      [profile, this.id, JSON.stringify(analysisOf(works ? 'works' : 'fails'))],
    );
    return profile;
  }

  /** @returns whether it was taken; the training has ended by then */
  private async startTraining(profile: string): Promise<boolean> {
    const answer = await this.send('POST', `/ai-profiles/${profile}/training`, {}, [202, 402]);
    if (answer.status === 402) return false;
    const status = await until(
      'the training',
      async () => {
        const { rows } = await this.world.database.query<{ status: string }>(
          'select status from ai_profile where id = $1',
          [profile],
        );
        return rows[0]!.status === 'training' ? null : rows[0]!.status;
      },
      PATIENCE_MS,
    ).catch(async (error: Error) => {
      throw new Error(`${error.message}; unfinished:\n${await this.world.unfinished()}`);
    });
    if (status === 'ready') this.spent += facts.training.credits;
    return true;
  }

  /** As a client does: what the server could not do is tried again, with the same key. */
  private async send<T>(
    method: string,
    path: string,
    body?: unknown,
    allowed: number[] = [200],
    key: string = randomUUID(),
    caller = this.caller,
  ): Promise<Answer<T>> {
    let last = '';
    for (let tries = 0; tries < RETRIES; tries += 1) {
      const answer = await caller.send<T>(method, path, body, { 'idempotency-key': key });
      if (allowed.includes(answer.status)) return answer;
      last = `${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`;
      if (answer.status < 500) break;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    throw new Error(last);
  }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}
