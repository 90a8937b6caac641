import { Client } from 'pg';

/** How much a database is filled with. */
export interface Filling {
  /** Customers with a plan, a profile, and what they have left behind. */
  users: number;
  /** Completed runs of each. */
  runs: number;
  /** Portraits of each run, each with its fingerprint. */
  portraits: number;
}

/** As large as the product is built for: 100,000 users, 1 M runs, 8 M portraits, 1.2 M lines of the ledger. */
export const BIG: Filling = { users: 100_000, runs: 10, portraits: 8 };
/** What the former is compared with. */
export const SMALL: Filling = { users: 100, runs: 10, portraits: 8 };

/** Tables that do not grow with customers and what they do; every other one does. */
export const SMALL_TABLES: ReadonlySet<string> = new Set([
  'announcement',
  'contract_text',
  'credit_pack',
  'example_setting',
  'migration',
  'plan',
  'plan_price',
  'retention_task',
  'style',
]);

/** The id of the n-th row of a kind, as SQL: the same in each statement, so that nothing has to be looked up. */
const id = (kind: string, ...numbers: string[]): string =>
  `overlay(overlay(md5(concat_ws('-', '${kind}', ${numbers.join(', ')})) placing '4' from 13) placing '8' from 17)::uuid`;

/** What a person has got and spent, in the order of the ledger; the first line is the plan's. */
const PLAN_CREDITS = 500;
const TRAINING_CREDITS = 100;
const RUN_CREDITS = 10;

/** When the n-th run of the u-th customer ended: spread over eleven weeks, so that none is due for deletion or its reminder. */
const ENDED = `now() - ((u::bigint * 7919 + r * 15013) % 110880) * interval '1 minute' - interval '1 hour'`;

/** The statements that fill a migrated, empty database, in their order. */
function statements({ users, runs, portraits }: Filling): string[] {
  const u = `generate_series(1, ${users}) u`;
  const r = `generate_series(1, ${runs}) r`;
  const paid = `now() - interval '80 days'`;
  return [
    `insert into app_user (id, created_at, email, display_name, email_confirmed_at, terms_accepted_at, terms_version)
     select ${id('user', 'u')}, ${paid} - u * interval '1 second', 'kunde-' || u || '@gefuellt.example', 'Petra Muster ' || u, ${paid}, ${paid}, '2026-11' from ${u}`,
    `insert into credit_account (user_id, balance) select ${id('user', 'u')}, ${PLAN_CREDITS - TRAINING_CREDITS - runs * RUN_CREDITS} from ${u}`,
    `insert into billing_customer (user_id, provider_id, synchronised_at) select ${id('user', 'u')}, 'cus_' || u, now() from ${u}`,
    `insert into subscription (id, created_at, user_id, provider_id, plan_id, status, credits_per_period, current_period_start, current_period_end, cancel_at_period_end, started_at, provider_item_id, price_rappen)
     select ${id('subscription', 'u')}, ${paid}, ${id('user', 'u')}, 'sub_' || u, 'business', case when u % 4 = 0 then 'canceled' else 'active' end, ${PLAN_CREDITS},
       now() - interval '10 days', now() + interval '20 days', false, ${paid}, 'si_' || u, 3490 from ${u}`,
    `insert into customer_order (id, created_at, user_id, plan_id, status, amount_rappen, credits, early_start_version, withdrawal_effect_version, checkout_id, paid_at, number, kind, item_name)
     select ${id('order', 'u')}, ${paid}, ${id('user', 'u')}, 'business', 'paid', 3490, ${PLAN_CREDITS}, '2026-11', '2026-11', 'cs_' || u, ${paid}, 'F-' || u, 'plan', 'Business' from ${u}`,
    `insert into payment (id, created_at, user_id, kind, source_id, provider_subscription_id, payment_intent_id, order_id, amount_rappen, credits_granted, paid_at, period_start, period_end)
     select ${id('payment', 'u')}, ${paid}, ${id('user', 'u')}, 'subscription_create', 'in_' || u, 'sub_' || u, 'pi_' || u, ${id('order', 'u')}, 3490, ${PLAN_CREDITS}, ${paid}, ${paid}, ${paid} + interval '1 month' from ${u}`,
    `insert into session (id, created_at, user_id, token_hash, transport, last_seen_at, expires_at, proven_at)
     select ${id('session', 'u')}, now(), ${id('user', 'u')}, md5('session' || u), 'cookie', now(), now() + interval '30 days', now() from ${u}`,
    `insert into consent (id, created_at, user_id, kind, version, given_at)
     select ${id('consent', 'u', 'kind')}, ${paid}, ${id('user', 'u')}, kind, '2026-11-29', ${paid} from ${u}, unnest(array['facial_images', 'self_and_adult']) kind`,
    `insert into ai_profile (id, created_at, user_id, name, gender, status, cycle_id, cycle_started_at, cycle_attempts, cycle_closed, training_started_at, ready_at)
     select ${id('profile', 'u')}, ${paid}, ${id('user', 'u')}, 'Bewerbung', 'female', 'ready', ${id('cycle', 'u')}, ${paid}, 1, true, ${paid}, ${paid} from ${u}`,
    `insert into trained_model (id, created_at, profile_id, engine, descriptor, storage_prefix, artifact_count, has_preview)
     select ${id('model', 'u')}, ${paid}, ${id('profile', 'u')}, 'studio', '{"version":1}', 'models/' || ${id('profile', 'u')} || '/', 0, false from ${u}`,
    // One in twenty-five has a draft with photos, two hours old.
    `insert into ai_profile (id, created_at, user_id, name, gender, status)
     select ${id('draft', 'u')}, now() - interval '2 hours', ${id('user', 'u')}, 'Entwurf', 'female', 'created' from ${u} where u % 25 = 0`,
    `insert into reference_photo (id, created_at, profile_id, user_id, storage_key, width, height, analysis, content_hash)
     select ${id('photo', 'u', 'p')}, now() - interval '2 hours', ${id('draft', 'u')}, ${id('user', 'u')}, 'photos/' || ${id('draft', 'u')} || '/' || p || '.jpg', 960, 1200, '{"quality":0.8,"faceHeight":400,"yaw":0,"roll":0,"embedding":"","perceptualHash":"0000000000000000"}', md5(u || '-' || p)
     from ${u}, generate_series(1, 8) p where u % 25 = 0`,
    `insert into mail (id, created_at, key, message_id, user_id, template, sent_at)
     select ${id('mail', 'u', 'm')}, now() - m * interval '1 day', 'fill:' || u || ':' || m, 'fill-' || u || '-' || m, ${id('user', 'u')}, 'run_completed', now() - m * interval '1 day' from ${u}, generate_series(1, 5) m`,
    `insert into deletion_receipt (id, created_at, user_id, kind, rule, count, journaled_at, model, crops)
     select ${id('receipt', 'u')}, ${paid}, ${id('user', 'u')}, 'reference_photos', 'training_done', 9, ${paid}, 'crops', 4 from ${u}`,
    `insert into audit_entry (id, created_at, actor_id, action, subject_id, reason)
     select ${id('audit', 'u')}, now() - u * interval '1 minute', ${id('user', '1')}, 'user.credits', ${id('user', 'u')}, 'Kulanz' from ${u} where u % 20 = 0`,
    `insert into generation (id, created_at, user_id, profile_id, style_id, scene, seed, status, progress_fraction, started_at, completed_at, expires_at, engine, delivered)
     select ${id('run', 'u', 'r')}, ended - interval '40 seconds', ${id('user', 'u')}, ${id('profile', 'u')}, style.id, style.scene, 1, 'completed', 1, ended - interval '30 seconds', ended, ended + interval '90 days', 'studio', '[]'
     from ${u}, ${r}, lateral (select ${ENDED} as ended) at, lateral (select id, scene from style order by slug offset (u + r) % 10 limit 1) style`,
    `insert into portrait (id, created_at, generation_id, user_id, position, storage_key, preview_key, width, height, bytes, likeness, rank, formats)
     select ${id('portrait', 'u', 'r', 'p')}, ${ENDED}, ${id('run', 'u', 'r')}, ${id('user', 'u')}, p, 'portraits/' || ${id('run', 'u', 'r')} || '/' || p || '.jpg', 'portraits/' || ${id('run', 'u', 'r')} || '/' || p || '-preview.webp',
       1024, 1280, 300000, 0.8, 0.8, array['linkedin', 'cv'] from ${u}, ${r}, generate_series(0, ${portraits - 1}) p`,
    `insert into portrait_fingerprint (id, created_at, portrait_id, bits)
     select ${id('print', 'u', 'r', 'p')}, ${ENDED}, ${id('portrait', 'u', 'r', 'p')}, (('x' || md5('a' || u || '-' || r || '-' || p) || md5('b' || u || '-' || r || '-' || p))::bit(256)) from ${u}, ${r}, generate_series(0, ${portraits - 1}) p`,
    `insert into job (id, created_at, queue, topic, payload, dedupe_key, run_after, dispatched_at, dispatches, attempt, max_attempts, finished_at, outcome, owner_id)
     select ${id('job', 'u', 'r')}, now() - (u % 20) * interval '1 day', 'generations', 'generation.requested', jsonb_build_object('generationId', ${id('run', 'u', 'r')}), 'fill:' || u || ':' || r, now() - (u % 20) * interval '1 day', now() - (u % 20) * interval '1 day', 1, 1, 3, now() - (u % 20) * interval '1 day', 'done', ${id('user', 'u')}
     from ${u}, ${r} where r = 1`,
    `insert into idempotency_record (id, created_at, user_id, key, operation, request_hash, result_id)
     select ${id('key', 'u', 'r')}, now(), ${id('user', 'u')}, 'fill-' || r, 'createGeneration', md5('' || r), ${id('run', 'u', 'r')} from ${u}, ${r} where r = 1`,
    // The ledger is append-only and numbered: by customer, in the order in which it happened.
    `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after, profile_id, generation_id, caused_by)
     select ${id('line', 'u', 'l')}, ${paid} + l * interval '1 minute', ${id('user', 'u')},
       case l when 0 then ${PLAN_CREDITS} when 1 then -${TRAINING_CREDITS} else -${RUN_CREDITS} end,
       case l when 0 then 'plan_grant' when 1 then 'training_charge' else 'generation_charge' end,
       case l when 0 then 'invoice:in_' || u when 1 then 'training:' || ${id('cycle', 'u')} || ':charge' else 'generation:' || ${id('run', 'u', 'l - 1')} || ':charge' end,
       ${PLAN_CREDITS} - case l when 0 then 0 else ${TRAINING_CREDITS} + (l - 1) * ${RUN_CREDITS} end,
       case when l = 1 then ${id('profile', 'u')} end, case when l > 1 then ${id('run', 'u', 'l - 1')} end, null
     from ${u}, generate_series(0, ${runs} + 1) l order by u, l`,
    `insert into shown_run (generation_id, user_id, charge_key, shown_at) select ${id('run', 'u', 'r')}, ${id('user', 'u')}, 'generation:' || ${id('run', 'u', 'r')} || ':charge', ${ENDED} from ${u}, ${r}`,
    `insert into judgement (id, created_at, user_id, generation_id, style_id, judged_at, likeness, would_use)
     select ${id('judgement', 'u', 'r')}, ${ENDED}, ${id('user', 'u')}, ${id('run', 'u', 'r')}, (select style_id from generation where id = ${id('run', 'u', 'r')}), ${ENDED}, 4, true from ${u}, ${r} where r = 1 and u % 5 = 0`,
  ];
}

/**
 * Fills a migrated database that has no customers yet with such as have used the product for months: rows alone, without files. Takes about
 * 1 s for 10,000 runs.
 * @param onTable is told what has been written, in milliseconds
 */
export async function fillDatabase(
  url: string,
  filling: Filling,
  onTable?: (table: string, ms: number) => void,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // References are right as the ids are made: looking each up would take most of the time.
    await client.query(`set session_replication_role = 'replica'`);
    for (const statement of statements(filling)) {
      const begun = performance.now();
      await client.query(statement);
      onTable?.(/insert into (\w+)/.exec(statement)![1]!, performance.now() - begun);
    }
    // What is read next is as if it had lain here for long: its statistics are known and its pages marked as visible.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
