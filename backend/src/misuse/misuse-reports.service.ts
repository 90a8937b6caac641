import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { newOrderNumber } from '../payments/index.js';
import { facts } from '../facts/index.js';
import { Clock, DAY, HOUR, MINUTE } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { Outbox } from '../platform/queue/index.js';
import { MisuseReportRun } from './misuse-report-run.entity.js';
import { MisuseReport } from './misuse-report.entity.js';
import { MisuseReported } from './misuse.events.js';
import type { MisuseReportBody } from './misuse.schemas.js';
import { db } from './misuse.tables.js';
import { MisuseTokens } from './misuse-tokens.js';
import { PictureEvidence, type Finding } from './picture-evidence.js';

/** For so long the same report from the same address is the same click. */
const ONE_ACT_MS = MINUTE;
/** One confirmation mail per address in this time. */
const MAIL_EVERY_MS = DAY;
const CONFIRMABLE_MS = facts.misuse.unconfirmedHours * HOUR;

type Said = Pick<MisuseReport, 'email' | 'reason' | 'picture'> & Record<'statement' | 'link', string | null>;

/** Takes in reports of misuse from people without an account, and confirms their addresses. The answer never depends on what was found. */
@Injectable()
export class MisuseReportsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly evidence: PictureEvidence,
    private readonly tokens: MisuseTokens,
  ) {}

  /** @throws AppError `validation` when the evidence is not ours or too old. */
  async report({ email, reason, statement, link, evidence }: MisuseReportBody): Promise<MisuseReport> {
    const finding = evidence === undefined ? null : this.openEvidence(evidence);
    const said: Said = { email, reason, statement: statement ?? null, link: link ?? null, picture: pictureOf(finding) };
    return this.em.fork().transactional(async (em) => {
      await lockAddress(em, email);
      return (await this.sameAct(em, said, finding?.runs ?? [])) ?? this.add(em, said, finding?.runs ?? []);
    });
  }

  /**
   * Opens what was reported under the address that a link was sent to. The link may be used again, for what is reported later that day.
   * @returns everything the link has confirmed. @throws AppError `token_invalid` when forged, or too old.
   */
  async confirm(token: string): Promise<MisuseReport[]> {
    const id = this.tokens.read(token);
    return this.em.fork().transactional(async (em) => {
      const carrier = await em.findOne(MisuseReport, { id });
      if (!carrier || carrier.createdAt.getTime() + CONFIRMABLE_MS <= this.clock.now().getTime())
        throw new AppError('token_invalid');
      // What is being added to the link at this moment is waited for.
      await lockAddress(em, carrier.email);
      await em.nativeUpdate(
        MisuseReport,
        { confirmationId: id, status: 'unconfirmed' },
        { status: 'open', confirmedAt: this.clock.now() },
      );
      return em.find(MisuseReport, { confirmationId: id }, { orderBy: { createdAt: 'asc', id: 'asc' }, refresh: true });
    });
  }

  private openEvidence(evidence: string): Finding {
    const finding = this.evidence.open(evidence);
    if (!finding)
      throw new AppError('validation', {
        fields: [{ path: 'evidence', code: 'expired', message: 'is not ours or too old; send the picture again' }],
      });
    return finding;
  }

  private async sameAct(em: EntityManager, said: Said, runs: Finding['runs']): Promise<MisuseReport | null> {
    const earlier = await em.find(
      MisuseReport,
      { ...said, createdAt: { $gt: this.ago(ONE_ACT_MS) } },
      { orderBy: { createdAt: 'desc' } },
    );
    const wanted = namesOf(runs);
    for (const report of earlier)
      if (namesOf(await em.find(MisuseReportRun, { reportId: report.id })) === wanted) return report;
    return null;
  }

  private async add(em: EntityManager, said: Said, runs: Finding['runs']): Promise<MisuseReport> {
    const [id, createdAt] = [randomUUID(), this.clock.now()];
    const confirmationId = (await this.mailOfToday(em, said.email)) ?? id;
    const report = em.create(MisuseReport, {
      ...said,
      id,
      createdAt,
      confirmationId,
      number: newOrderNumber('M'),
      status: 'unconfirmed',
    });
    // First the report, to which its runs refer.
    await em.flush();
    for (const run of runs) em.create(MisuseReportRun, { ...run, reportId: id, createdAt });
    await em.flush();
    if (confirmationId === id)
      await this.outbox.add(em, MisuseReported, { reportId: id }, { dedupeKey: `misuse-reported:${id}` });
    return report;
  }

  /** The report about which a mail went to this address within a day. */
  private async mailOfToday(em: EntityManager, email: string): Promise<string | null> {
    const row = await db(em)
      .selectFrom('misuse_report')
      .select('id')
      .where('email', '=', email)
      .whereRef('id', '=', 'confirmation_id')
      .where('created_at', '>', this.ago(MAIL_EVERY_MS))
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  private ago(ms: number): Date {
    return new Date(this.clock.now().getTime() - ms);
  }
}

/** Reports of one address, and its confirmation, one after the other. */
async function lockAddress(em: EntityManager, email: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [JSON.stringify(['misuse', email])]);
}

const namesOf = (runs: readonly { generationId: string }[]): string =>
  runs
    .map(({ generationId }) => generationId)
    .toSorted()
    .join();

function pictureOf(finding: Finding | null): MisuseReport['picture'] {
  if (!finding) return 'none';
  if (finding.runs.length > 0) return 'recognised';
  return finding.isMarked ? 'marked' : 'unknown';
}
