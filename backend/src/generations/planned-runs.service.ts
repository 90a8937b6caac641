import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { lockProfile, requireOwned, TrainingEnded, TrainingGivenUp } from '../ai-profiles/index.js';
import { CreditsService } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { Clock } from '../platform/clock/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { AppError } from '../platform/errors/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { ConsentsService } from '../privacy/index.js';
import { StylesService, type Style } from '../styles/index.js';
import type { PlannedRunView, PlanRunBody } from './generations.schemas.js';
import { PlannedRun, type NOT_STARTED_REASONS } from './planned-run.entity.js';
import { RunStarts } from './run-starts.service.js';

type View = z.infer<typeof PlannedRunView>;
type Reason = (typeof NOT_STARTED_REASONS)[number];

const COST = facts.generation.credits;

/** Styles chosen ahead: what is planned while a profile is trained, and starts by itself once it is ready. */
@Injectable()
export class PlannedRuns implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly starts: RunStarts,
    private readonly styles: StylesService,
    private readonly consents: ConsentsService,
    private readonly credits: CreditsService,
    private readonly live: LivePublisher,
    private readonly domainEvents: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(TrainingEnded, async (em, ended) => {
      if (ended.status === 'ready') await this.begin(em, ended.profileId, ended.afterCommit);
    });
    // Another training is another decision.
    this.domainEvents.subscribe(TrainingGivenUp, async (em, { profileId }) => {
      await em.nativeDelete(PlannedRun, { profileId, status: 'planned' });
    });
  }

  /** @throws AppError `not_found`, also for a stranger's profile. */
  async get(userId: string, profileId: string): Promise<View> {
    await requireOwned(this.em, userId, profileId);
    return this.view(await this.em.findOne(PlannedRun, { profileId, userId }, { refresh: true }));
  }

  /**
   * Notes the style that starts with the end of the training, in place of one noted before.
   * @throws AppError `not_found`, `profile_not_in_training`, `insufficient_credits`
   */
  async plan(
    userId: string,
    profileId: string,
    { styleId, retouch }: z.infer<typeof PlanRunBody>,
    apiKeyId: string | null,
  ): Promise<View> {
    await this.em.transactional(async (em) => {
      // The end of the training waits for this, or this sees that it has ended.
      const { status } = await lockProfile(em, userId, profileId);
      if (status !== 'training') throw new AppError('profile_not_in_training');
      const style = await this.styles.enabledById(em, styleId);
      const balance = await this.credits.balanceIn(em, userId);
      if (balance < COST) throw new AppError('insufficient_credits', { detail: `balance ${balance}, needed ${COST}` });
      const wanted = {
        styleId: style.id,
        retouch,
        status: 'planned',
        reason: null,
        generationId: null,
        apiKeyId,
      } as const;
      const present = await em.findOne(PlannedRun, { profileId }, { refresh: true });
      if (present) Object.assign(present, wanted);
      else em.create(PlannedRun, { ...wanted, profileId, userId, createdAt: this.clock.now() });
    });
    return this.tell(userId, profileId);
  }

  /** Takes it back, as long as it has not started. @throws AppError `not_found` */
  async cancel(userId: string, profileId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      await lockProfile(em, userId, profileId);
      const gone = await em.nativeDelete(PlannedRun, { profileId, status: { $ne: 'started' } });
      if (gone === 0) throw new AppError('not_found');
    });
    await this.tell(userId, profileId);
  }

  /** What the email about a profile that is ready says of it. */
  async forEmail(
    profileId: string,
  ): Promise<{ styleName: string; reason: Reason | null; generationId: string | null } | null> {
    const planned = await this.em.fork().findOne(PlannedRun, { profileId, status: { $ne: 'planned' } });
    if (!planned) return null;
    const [style] = await this.styles.byIds([planned.styleId]);
    const { reason = null, generationId = null } = planned;
    return { styleName: style?.displayName ?? '', reason, generationId };
  }

  /** In the transaction that makes the profile ready: the run is there with it, or the reason why there is none. */
  private async begin(em: EntityManager, profileId: string, afterCommit: (act: () => void) => void): Promise<void> {
    const planned = await em.findOne(
      PlannedRun,
      { profileId, status: 'planned' },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!planned) return;
    const { userId, retouch, apiKeyId = null } = planned;
    const style = await this.mayStart(em, planned);
    afterCommit(() => this.live.publish(userId, 'planned_run.changed', { profileId }));
    if (typeof style === 'string') Object.assign(planned, { status: 'not_started', reason: style });
    else {
      const { id, balance } = await this.starts.start(em, { userId, profileId, style, retouch, apiKeyId });
      Object.assign(planned, { status: 'started', generationId: id });
      afterCommit(() => {
        this.live.publish(userId, 'generation.changed', { generationId: id, status: 'queued' });
        if (balance !== null) this.live.publish(userId, 'credits.changed', { balance });
      });
    }
    await em.flush();
  }

  /** The style it starts in, or why it does not. Nobody else moves the credits until the transaction ends. */
  private async mayStart(em: EntityManager, { userId, profileId, styleId }: PlannedRun): Promise<Style | Reason> {
    const style = await this.styles.findEnabled(em, styleId);
    if (!style) return 'style';
    if (!(await this.consents.allowsUseOfProfile(em, userId, profileId))) return 'consent';
    await this.credits.hold(em, userId);
    return (await this.credits.balanceIn(em, userId)) < COST ? 'credits' : style;
  }

  private async tell(userId: string, profileId: string): Promise<View> {
    const view = await this.get(userId, profileId);
    this.live.publish(userId, 'planned_run.changed', { profileId });
    return view;
  }

  private async view(planned: PlannedRun | null): Promise<View> {
    if (!planned) return { status: 'none', style: null, retouch: null, reason: null, generationId: null };
    const { status, styleId, retouch, reason = null, generationId = null } = planned;
    const [style] = await this.styles.byIds([styleId]);
    return {
      status,
      style: style ? { id: style.id, slug: style.slug, displayName: style.displayName } : null,
      retouch,
      reason,
      generationId,
    };
  }
}
