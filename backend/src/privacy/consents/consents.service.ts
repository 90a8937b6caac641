import { Inject, Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../../config/index.js';
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
   * @throws AppError `not_found`, also for a stranger's consent; `conflict` when consent was given again since; `validation` when another consent shall take profiles along.
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
      // It was carried out before, and consent has been given again since: that one is not meant.
      const given = { userId, kind: found.kind, profileId: null, revokedAt: null };
      if (found.revokedAt && (await em.count(Consent, given)) > 0)
        throw new AppError('conflict', { detail: 'consent was given again since; withdraw that one' });
      found.revokedAt ??= this.clock.now();
      await em.flush();
      // Also what was given in other versions: none of them may count again later.
      await em.nativeUpdate(Consent, given, { revokedAt: found.revokedAt });
      await this.faceData.stopShowing(em, userId);
      if (profiles === 'delete') afterCommit = await this.faceData.delete(em, userId);
      return found;
    });
    (afterCommit as AfterCommit | null)?.();
    this.live.publish(userId, 'account.changed', {});
    return consent;
  }

  /**
   * Notes, with the profile, that its owner attests that the person pictured is of age and has consented to what is done here, by whom.
   * @returns the version that is attested
   * @throws AppError `conflict` when the person was told of another one
   */
  attest(em: EntityManager, userId: string, profileId: string, told?: string): string {
    const version = this.current.facial_images.attestationVersion;
    if (told !== undefined && told !== version)
      throw new AppError('conflict', { detail: `current version is ${version}` });
    const now = this.clock.now();
    em.create(Consent, {
      userId,
      profileId,
      kind: 'person_pictured',
      version,
      givenAt: now,
      createdAt: now,
    });
    return version;
  }

  /** Whether the account has attested that the photos of this profile show somebody else. */
  async showsSomebodyElse(em: EntityManager, userId: string, profileId: string): Promise<boolean> {
    return (await em.count(Consent, { userId, profileId, kind: 'person_pictured' })) > 0;
  }

  /**
   * The person pictured has agreed, to the current version: somebody else as attested for this profile, the customer by both consents.
   * @throws AppError `consent_required`; `attestation_required` where somebody else's is to be attested anew
   */
  async requireFaceProcessing(userId: string, profileId: string): Promise<void> {
    const attested = this.current.facial_images.attestationVersion;
    const isCurrent = (kind: Consent['kind'], version: string) =>
      version === (kind === 'person_pictured' ? attested : this.current[kind].version);
    if (await this.stands(this.em, userId, profileId, isCurrent)) return;
    if (!(await this.showsSomebodyElse(this.em, userId, profileId))) throw new AppError('consent_required');
    throw new AppError('attestation_required', {
      fields: [{ path: 'attestation', code: 'outdated', message: `attest it in version ${attested}` }],
    });
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
    counts: (kind: Consent['kind'], version: string) => boolean,
  ): Promise<boolean> {
    const given = await em.find(
      Consent,
      { userId, revokedAt: null, $or: [{ profileId: null }, { profileId }] },
      { refresh: true },
    );
    const attested = given.filter((consent) => consent.kind === 'person_pictured');
    if (attested.length > 0) return attested.some(({ kind, version }) => counts(kind, version));
    return (Object.keys(this.current) as ConsentKind[]).every((kind) =>
      given.some((consent) => consent.kind === kind && counts(kind, consent.version)),
    );
  }
}
