import { Inject, Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import type { AfterCommit } from '../../platform/queue/index.js';
import { Consent } from './consent.entity.js';
import { FaceDataRegistry } from './face-data.js';
import type { ConsentKind, CurrentConsents } from './consents.schemas.js';
import { currentConsents } from './current-consents.js';
import { lockUser, requireUser } from '../../identity/index.js';

@Injectable()
export class ConsentsService {
  readonly current: CurrentConsents;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly live: LivePublisher,
    private readonly faceData: FaceDataRegistry,
  ) {
    this.current = currentConsents(config);
  }

  list(userId: string): Promise<Consent[]> {
    return this.em.find(Consent, { userId, profileId: null }, { orderBy: { givenAt: 'desc' }, refresh: true });
  }

  /** The terms this account was opened with; null where nobody was asked. */
  async terms(userId: string): Promise<{ version: string; acceptedAt: string } | null> {
    const { termsVersion, termsAcceptedAt } = await requireUser(this.em, userId);
    return termsVersion && termsAcceptedAt
      ? { version: termsVersion, acceptedAt: termsAcceptedAt.toISOString() }
      : null;
  }

  /**
   * Records a consent; giving the same one twice keeps the first proof.
   * @throws AppError `conflict` when the text shown was not the current one.
   */
  async give(userId: string, kind: ConsentKind, version: string): Promise<Consent> {
    const current = this.current[kind].version;
    if (version !== current) throw new AppError('conflict', { detail: `current version is ${current}` });
    return this.em.transactional(async (em) => {
      await lockUser(em, userId);
      const existing = await em.findOne(Consent, { userId, kind, version, revokedAt: null });
      return (
        existing ??
        em.create(Consent, { userId, kind, version, givenAt: this.clock.now(), createdAt: this.clock.now() })
      );
    });
  }

  /**
   * Withdraws a consent from now on; the proof that it was given stays. Nothing of the face is shown to others any more; with the one to
   * facial images what was made on its ground goes in the same transaction where that is asked for, and asked again it deletes what has been left.
   * @throws AppError `not_found`, also for a stranger's consent; `validation` when another consent shall take profiles along.
   */
  async withdraw(userId: string, id: string, profiles: 'keep' | 'delete' = 'keep'): Promise<Consent> {
    let afterCommit: AfterCommit | null = null;
    const consent = await this.em.transactional(async (em) => {
      // The user's row before all others of theirs (docs/leaving.md).
      await lockUser(em, userId);
      const found = await em.findOne(
        Consent,
        { id, userId, profileId: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!found) throw new AppError('not_found');
      if (profiles === 'delete' && found.kind !== 'facial_images')
        throw new AppError('validation', {
          fields: [
            {
              path: 'profiles',
              code: 'not_for_this_consent',
              message: 'only the consent to facial images takes profiles along',
            },
          ],
        });
      found.revokedAt ??= this.clock.now();
      await em.flush();
      // Also what was given in other versions: none of them may count again later.
      await em.nativeUpdate(
        Consent,
        { userId, kind: found.kind, profileId: null, revokedAt: null },
        { revokedAt: found.revokedAt },
      );
      await this.faceData.stopShowing(em, userId);
      if (profiles === 'delete') afterCommit = await this.faceData.delete(em, userId);
      return found;
    });
    (afterCommit as AfterCommit | null)?.();
    this.live.publish(userId, 'account.changed', {});
    return consent;
  }

  /** Notes, with the profile, that its owner attests that the person pictured is of age and has consented. */
  attest(em: EntityManager, userId: string, profileId: string): void {
    const now = this.clock.now();
    em.create(Consent, {
      userId,
      profileId,
      kind: 'person_pictured',
      version: facts.consents.personPictured,
      givenAt: now,
      createdAt: now,
    });
  }

  /** Whether the account has attested that the photos of this profile show somebody else. */
  async showsSomebodyElse(em: EntityManager, userId: string, profileId: string): Promise<boolean> {
    return (await em.count(Consent, { userId, profileId, kind: 'person_pictured' })) > 0;
  }

  /**
   * The person pictured has agreed: somebody else as attested for this profile, the customer by both consents in their current version.
   * @throws AppError `consent_required`
   */
  async requireFaceProcessing(userId: string, profileId: string): Promise<void> {
    if (!(await this.allowsFaceProcessing(this.em, userId, profileId))) throw new AppError('consent_required');
  }

  /** The same as an answer. */
  async allowsFaceProcessing(em: EntityManager, userId: string, profileId: string): Promise<boolean> {
    return this.stands(em, userId, profileId, (kind, version) => version === this.current[kind].version);
  }

  /**
   * Whether what a profile keeps may be used: it was made under the consents of its time, and goes to nobody that these did not name. Newer
   * versions are asked for before the next photo.
   */
  async allowsUseOfProfile(em: EntityManager, userId: string, profileId: string): Promise<boolean> {
    return this.stands(em, userId, profileId, () => true);
  }

  /** The same, or not. @throws AppError `consent_required` */
  async requireUseOfProfile(userId: string, profileId: string): Promise<void> {
    if (!(await this.allowsUseOfProfile(this.em, userId, profileId))) throw new AppError('consent_required');
  }

  private async stands(
    em: EntityManager,
    userId: string,
    profileId: string,
    counts: (kind: ConsentKind, version: string) => boolean,
  ): Promise<boolean> {
    const given = await em.find(
      Consent,
      { userId, revokedAt: null, $or: [{ profileId: null }, { profileId }] },
      { refresh: true },
    );
    if (given.some((consent) => consent.kind === 'person_pictured')) return true;
    return (Object.keys(this.current) as ConsentKind[]).every((kind) =>
      given.some((consent) => consent.kind === kind && counts(kind, consent.version)),
    );
  }
}
