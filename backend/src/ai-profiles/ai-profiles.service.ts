import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { z } from 'zod';
import { ConsentsService, DeletionReceipts, type DeletionRule } from '../privacy/index.js';
import { CreditsService } from '../credits/index.js';
import { RemoteWorkDiscarded } from '../engine-runs/index.js';
import { facts } from '../facts/index.js';
import type { CutoutChoice } from '../integrations/portrait-engine/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Clock, DAY, HOUR } from '../platform/clock/index.js';
import { UsualTime } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import type { Principal } from '../platform/http/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { ProfilesDiscarded, PhotosRemoved, ProfileDeleted } from './ai-profiles.domain-events.js';
import { db } from './ai-profiles.tables.js';
import type { AiProfileView, Attestation, CreateAiProfileBody, UpdateAiProfileBody } from './ai-profiles.schemas.js';
import { AiProfileViews } from './ai-profiles.views.js';
import { OLDEST_FIRST } from './counting-photos.js';
import { modelOnReceipt } from './model-on-receipt.js';
import { ReferencePhoto } from './reference-photo.entity.js';
import { TrainedModel } from './trained-model.entity.js';
import { cutoutChoice, isTaken } from './trained-photos.js';
import { chargeKey, returnKey } from './training-credits.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

const PROFILES_PER_USER = 50;
/** What the key of a return ends with that came for a profile's deletion. */
const DELETED = ':deleted';

@Injectable()
export class AiProfilesService {
  private readonly usual = new UsualTime((em, since, most) =>
    db(em)
      .selectFrom('ai_profile')
      .select(sql<number>`extract(epoch from ready_at - training_started_at)::float`.as('seconds'))
      .where('ready_at', '>', since)
      .where('training_started_at', 'is not', null)
      .orderBy('ready_at', 'desc')
      .limit(most),
  );

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly views: AiProfileViews,
    private readonly receipts: DeletionReceipts,
    private readonly consents: ConsentsService,
    private readonly domainEvents: DomainEvents,
  ) {}

  async list(userId: string): Promise<z.infer<typeof AiProfileView>[]> {
    const profiles = await this.em.find(
      AiProfile,
      { userId },
      { orderBy: { createdAt: 'desc' }, limit: PROFILES_PER_USER },
    );
    return this.viewAll(profiles);
  }

  /** @throws AppError `not_found`, also for a stranger's profile. */
  async get(userId: string, id: string): Promise<z.infer<typeof AiProfileView>> {
    const profile = await this.em.findOne(AiProfile, { id, userId }, { refresh: true });
    if (!profile) throw new AppError('not_found');
    return (await this.viewAll([profile]))[0]!;
  }

  /** @throws AppError `attestation_required` for a program that does not say whom it shows; `conflict` when there are too many profiles. */
  async create(
    { userId, scopes }: Pick<Principal, 'userId' | 'scopes'>,
    input: z.infer<typeof CreateAiProfileBody>,
  ): Promise<z.infer<typeof AiProfileView>> {
    const { name, gender, attestation } = input;
    if (scopes && !attestation)
      throw new AppError('attestation_required', {
        fields: [{ path: 'attestation', code: 'required', message: 'say whom the profile shows' }],
      });
    if ((await this.em.count(AiProfile, { userId })) >= PROFILES_PER_USER)
      throw new AppError('conflict', { detail: `at most ${PROFILES_PER_USER} profiles` });
    const now = this.clock.now();
    const profile = this.em.create(AiProfile, { id: randomUUID(), userId, name, gender, createdAt: now });
    if (attestation) this.noteAttestation(this.em, profile, attestation);
    await this.em.flush();
    return this.tell(userId, profile.id);
  }

  /** @throws AppError `not_found`; `conflict` for an attestation of a profile that has another one, or whose training has begun. */
  async update(
    userId: string,
    id: string,
    { attestation, ...input }: z.infer<typeof UpdateAiProfileBody>,
  ): Promise<z.infer<typeof AiProfileView>> {
    await this.em.transactional(async (em) => {
      const changed = await em.nativeUpdate(AiProfile, { id, userId }, { ...input, id });
      if (changed === 0) throw new AppError('not_found');
      if (attestation) await this.attest(em, id, attestation);
    });
    return this.tell(userId, id);
  }

  /** Whom a profile shows is said once; what was attested of somebody else is attested anew where the version has changed. */
  private async attest(em: EntityManager, id: string, attestation: z.infer<typeof Attestation>): Promise<void> {
    const profile = await em.findOneOrFail(AiProfile, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    const isSame = profile.attestedSubject === attestation.subject;
    const { attestationVersion } = this.consents.current.facial_images;
    if (isSame && (attestation.subject === 'self' || profile.attestedVersion === attestationVersion)) return;
    if (!isSame && (profile.attestedSubject || (profile.status !== 'created' && profile.status !== 'failed')))
      throw new AppError('conflict', { detail: 'whom a profile shows is attested once, before its training' });
    this.noteAttestation(em, profile, attestation);
    await em.flush();
  }

  private noteAttestation(em: EntityManager, profile: AiProfile, attestation: z.infer<typeof Attestation>): void {
    const attestedVersion =
      attestation.subject === 'other'
        ? this.consents.attest(em, profile.userId, profile.id, attestation.version)
        : null;
    Object.assign(profile, { attestedSubject: attestation.subject, attestedAt: this.clock.now(), attestedVersion });
  }

  /** Brings the customer's other tabs and devices into step. */
  async tell(userId: string, id: string): Promise<z.infer<typeof AiProfileView>> {
    const profile = await this.get(userId, id);
    this.live.publish(userId, 'profile.changed', { profileId: id, status: profile.status });
    return profile;
  }

  /** Deletes the profile, its photos and its model, and ends what is made of it. What a profile that never became ready had cost comes back, within limits. */
  async delete(userId: string, id: string): Promise<void> {
    const { before, after, told } = await this.em.transactional(async (em) => {
      const profile = await em.findOne(AiProfile, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!profile) throw new AppError('not_found');
      const before = await this.credits.balanceIn(em, userId);
      const told = await this.deleteAsked(em, profile);
      return { before, after: await this.credits.balanceIn(em, userId), told };
    });
    this.live.publish(userId, 'profile.changed', { profileId: id, status: 'deleted' });
    for (const tell of told) tell();
    if (after !== before) this.live.publish(userId, 'credits.changed', { balance: after });
  }

  /** The same within a transaction that has locked the row. @returns what is to be told after the commit */
  async deleteAsked(em: EntityManager, profile: AiProfile): Promise<(() => void)[]> {
    await this.writeReceipts(em, profile);
    return this.deleteIn(em, profile);
  }

  /** Names what there is of a profile before it goes: its photos, and the model if it has one. */
  private async writeReceipts(em: EntityManager, { id, userId, cycleId }: AiProfile): Promise<void> {
    await this.writePhotoReceipt(em, userId, { rule: 'asked', profileIds: [id] });
    const model = await em.findOne(TrainedModel, { profileId: id }, { fields: ['engine', 'crops'] });
    const asked = { userId, rule: 'asked', count: 1, ids: [id] } as const;
    // Never started, it was a draft and no profile.
    await this.receipts.write(
      em,
      !model && !cycleId ? { ...asked, kind: 'draft' } : { ...asked, kind: 'profile', model: modelOnReceipt(model) },
    );
  }

  private async writePhotoReceipt(
    em: EntityManager,
    userId: string,
    { rule, profileIds }: { rule: DeletionRule; profileIds: readonly string[] },
  ): Promise<void> {
    const ids = (await em.find(ReferencePhoto, { profileId: { $in: [...profileIds] } }, { fields: ['id'] })).map(
      (photo) => photo.id,
    );
    await this.receipts.write(em, { userId, kind: 'reference_photos', rule, count: ids.length, ids });
  }

  /** The same within a transaction that has locked the row, and without a receipt. @returns what is to be told after the commit */
  async deleteIn(em: EntityManager, profile: AiProfile): Promise<(() => void)[]> {
    const { id } = profile;
    const told: (() => void)[] = [];
    await this.domainEvents.publish(em, ProfileDeleted, {
      userId: profile.userId,
      profileId: id,
      afterCommit: (act) => told.push(act),
    });
    if (profile.status !== 'ready') await this.returnForDeletion(em, profile);
    // All that lies under its name: of what a process stored before it died no row tells.
    await this.outbox.add(em, ObjectsDiscarded, { keys: [], prefixes: [`photos/${id}/`, `models/${id}/`] });
    await this.outbox.add(em, RemoteWorkDiscarded, { tasks: [], subjectIds: [id] });
    // A worker that is at it may just be beginning something there.
    if (profile.status === 'training')
      await this.outbox.add(
        em,
        RemoteWorkDiscarded,
        { tasks: [], subjectIds: [id] },
        { runAfter: new Date(this.clock.now().getTime() + HOUR) },
      );
    await em.nativeDelete(ReferencePhoto, { profileId: id });
    await em.nativeDelete(TrainedModel, { profileId: id });
    await em.nativeDelete(AiProfile, { id });
    return told;
  }

  /** Drafts of one customer that were never started go with their photos, which have a receipt of their own. The rows are locked by the caller. */
  async discardDrafts(em: EntityManager, userId: string, ids: readonly string[]): Promise<void> {
    await this.writePhotoReceipt(em, userId, { rule: 'drafts', profileIds: ids });
    await this.domainEvents.publish(em, ProfilesDiscarded, { profileIds: ids });
    await this.outbox.add(em, ObjectsDiscarded, { keys: [], prefixes: ids.map((id) => `photos/${id}/`) });
    await em.nativeDelete(ReferencePhoto, { profileId: { $in: [...ids] } });
    await em.nativeDelete(AiProfile, { id: { $in: [...ids] } });
  }

  /** @returns how many of these photos there were */
  async discardPhotos(em: EntityManager, ids: readonly string[]): Promise<number> {
    const photos = await em.find(
      ReferencePhoto,
      { id: { $in: [...ids] } },
      { fields: ['storageKey', 'profileId'], orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (photos.length > 0)
      await this.outbox.add(em, ObjectsDiscarded, { keys: photos.map((photo) => photo.storageKey), prefixes: [] });
    for (const [profileId, removed] of Map.groupBy(photos, (photo) => photo.profileId))
      await this.domainEvents.publish(em, PhotosRemoved, { profileId, photoIds: removed.map(({ id }) => id) });
    return em.nativeDelete(ReferencePhoto, { id: { $in: photos.map((photo) => photo.id) } });
  }

  /** After a restore: what is there again of these goes again, without a receipt. @returns how many */
  async deleteAgain(em: EntityManager, ids: readonly string[]): Promise<number> {
    const profiles = await em.find(
      AiProfile,
      { id: { $in: [...ids] } },
      { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    for (const profile of profiles) await this.deleteIn(em, profile);
    return profiles.length;
  }

  /** A ready profile, which cannot be deleted until the transaction ends. @throws AppError `not_found`, `profile_not_ready`. */
  async requireReady(em: EntityManager, userId: string, id: string): Promise<AiProfile> {
    const profile = await em.findOne(AiProfile, { id, userId }, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
    if (!profile) throw new AppError('not_found');
    if (profile.status !== 'ready') throw new AppError('profile_not_ready');
    return profile;
  }

  /** @returns null when the profile is gone. */
  async modelOf(em: EntityManager, profileId: string): Promise<TrainedModel | null> {
    return em.findOne(TrainedModel, { profileId });
  }

  /** What the customer chose among the cutouts of a profile; null where nothing was chosen. */
  async cutoutChoiceOf(em: EntityManager, profileId: string): Promise<CutoutChoice | null> {
    const model = await em.findOne(TrainedModel, { profileId }, { fields: ['photos'] });
    return model?.photos ? cutoutChoice(model.photos) : null;
  }

  /** Whether a profile has a model; it is not deleted until the transaction ends. */
  async holdModel(em: EntityManager, profileId: string): Promise<boolean> {
    const profile = await em.findOne(
      AiProfile,
      { id: profileId },
      { lockMode: LockMode.PESSIMISTIC_READ, refresh: true },
    );
    return profile !== null && (await em.count(TrainedModel, { profileId })) > 0;
  }

  /** Whether portraits may be made of this photo of a profile. */
  async offersPhoto(em: EntityManager, profileId: string, photoId: string): Promise<boolean> {
    const model = await em.findOne(TrainedModel, { profileId }, { fields: ['photos'] });
    return model?.photos?.some((photo) => photo.photoId === photoId && isTaken(photo)) ?? false;
  }

  /** Whether the runs of a profile can choose their retouch. */
  async offersRetouch(em: EntityManager, profileId: string): Promise<boolean> {
    return (await em.count(TrainedModel, { profileId, offersRetouch: true })) > 0;
  }

  /** Which of these profiles have a model. */
  async trained(em: EntityManager, profileIds: string[]): Promise<Set<string>> {
    const models = await em.find(TrainedModel, { profileId: { $in: profileIds } }, { fields: ['profileId'] });
    return new Set(models.map((model) => model.profileId));
  }

  private async returnForDeletion(em: EntityManager, profile: AiProfile): Promise<void> {
    if (!profile.cycleId || profile.cycleClosed || !(await this.credits.isBooked(em, chargeKey(profile.cycleId))))
      return;
    const since = new Date(this.clock.now().getTime() - facts.training.draftReturnDays * DAY);
    const recent = await this.credits.countReturns(em, profile.userId, { keysEndWith: DELETED, since });
    if (recent >= facts.training.draftReturnsPer30Days) return;
    await this.credits.book(em, {
      userId: profile.userId,
      delta: facts.training.credits,
      reason: 'training_return',
      businessKey: `${returnKey(profile.cycleId)}${DELETED}`,
      profileId: profile.id,
    });
  }

  private async viewAll(profiles: AiProfile[]): Promise<z.infer<typeof AiProfileView>[]> {
    const ids = profiles.map((profile) => profile.id);
    const photos = await this.em.find(
      ReferencePhoto,
      { profileId: { $in: ids } },
      { orderBy: OLDEST_FIRST, refresh: true },
    );
    const models = await this.em.find(
      TrainedModel,
      { profileId: { $in: ids } },
      { fields: ['profileId', 'hasPreview', 'photos', 'offersRetouch'], refresh: true },
    );
    const usual = await this.usual.of(this.em, this.clock.now());
    return profiles.map((profile) =>
      this.views.profile(
        profile,
        photos.filter((photo) => photo.profileId === profile.id),
        models.find((model) => model.profileId === profile.id),
        usual,
      ),
    );
  }
}
