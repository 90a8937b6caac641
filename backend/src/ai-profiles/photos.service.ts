import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { ConsentsService, DeletionReceipts } from '../privacy/index.js';
import { CONFIG, type Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import {
  adviseSet,
  nearDuplicate,
  orTooSlow,
  PHOTO_INSPECTOR,
  type PhotoInspector,
  type PhotoInspection,
} from '../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { UploadIntake, type Upload } from '../platform/http/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { PhotosRemoved } from './ai-profiles.domain-events.js';
import type { PhotoVerdict } from './ai-profiles.schemas.js';
import { AiProfileViews } from './ai-profiles.views.js';
import { counting, OLDEST_FIRST, requireRoom, setAside } from './counting-photos.js';
import { requireEditable } from './require-editable.js';
import { ReferencePhoto } from './reference-photo.entity.js';

type Verdict = z.infer<typeof PhotoVerdict>;
const LOW_QUALITY = 0.35;

@Injectable()
export class PhotosService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly consents: ConsentsService,
    private readonly storage: ObjectStorage,
    private readonly receipts: DeletionReceipts,
    private readonly views: AiProfileViews,
    private readonly intake: UploadIntake,
    private readonly domainEvents: DomainEvents,
    @Inject(PHOTO_INSPECTOR) private readonly inspector: PhotoInspector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Before a byte is read. @throws AppError `not_found`, `consent_required`, `profile_not_editable`, `photo_limit_reached`, `too_many_kept_photos`.
   */
  async requireUploadable(userId: string, profileId: string): Promise<void> {
    const profile = await this.em.findOne(AiProfile, { id: profileId, userId });
    if (!profile) throw new AppError('not_found');
    await this.consents.requireFaceProcessing(userId, profileId);
    requireEditable(profile);
    requireRoom({
      counting: await this.em.count(ReferencePhoto, { profileId, setAside: null }),
      all: await this.em.count(ReferencePhoto, { profileId }),
    });
  }

  /**
   * Checks one photo and keeps it if it is good. The upload is held in memory until then; nothing of it is kept but the normalised JPEG.
   * @throws AppError `file_too_large`, `photo_limit_reached`, `too_many_kept_photos`, `profile_not_editable`, `check_too_slow`, UploadTooSlow.
   */
  async add(
    userId: string,
    profileId: string,
    upload: Upload,
    { address, signal }: { address: string; signal: AbortSignal },
  ): Promise<Verdict> {
    const hash = createHash('sha256');
    const room = {
      owner: userId,
      address,
      maxBytes: facts.photos.maxBytes,
      signal,
      onChunk: (chunk: Buffer) => void hash.update(chunk),
    };
    const inspection = await this.intake.take(upload, room, (photo) =>
      orTooSlow(this.inspector.inspect(photo, { signal })),
    );
    if (!inspection.ok) return this.refused(profileId, { reason: inspection.reason });
    const contentHash = hash.digest('hex');
    const id = randomUUID();
    const storageKey = `photos/${profileId}/${id}.jpg`;
    await this.storage.put(storageKey, inspection.jpeg, 'image/jpeg');
    try {
      const verdict = await this.keep(userId, { id, profileId, storageKey, contentHash }, this.forEngine(inspection));
      if (!verdict.accepted) await this.storage.delete([storageKey]);
      return verdict;
    } catch (error) {
      await this.storage.delete([storageKey]);
      throw error;
    }
  }

  async remove(userId: string, profileId: string, photoId: string): Promise<void> {
    const key = await this.em.transactional(async (em) => {
      const profile = await em.findOne(AiProfile, { id: profileId, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!profile) throw new AppError('not_found');
      const photo = await em.findOne(ReferencePhoto, { id: photoId, profileId });
      if (!photo) throw new AppError('not_found');
      requireEditable(profile);
      em.remove(photo);
      setAside(await em.find(ReferencePhoto, { profileId, id: { $ne: photoId } }, { orderBy: OLDEST_FIRST }));
      await this.domainEvents.publish(em, PhotosRemoved, { profileId, photoIds: [photoId] });
      await this.receipts.write(em, { userId, kind: 'reference_photos', rule: 'asked', count: 1, ids: [photoId] });
      return photo.storageKey;
    });
    await this.storage.delete([key]);
  }

  /** The stored file of an own photo. @throws AppError `not_found`. */
  async open(userId: string, photoId: string) {
    const photo = await this.em.findOne(ReferencePhoto, { id: photoId, userId });
    const object = photo ? await this.storage.open(photo.storageKey) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  private async keep(
    userId: string,
    row: { id: string; profileId: string; storageKey: string; contentHash: string },
    inspection: PhotoInspection & { ok: true },
  ): Promise<Verdict> {
    return this.em.transactional(async (em) => {
      // The lock orders parallel uploads: the 16th that counts finds 15.
      const profile = await em.findOne(
        AiProfile,
        { id: row.profileId, userId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!profile) throw new AppError('not_found');
      requireEditable(profile);
      const existing = await em.find(
        ReferencePhoto,
        { profileId: row.profileId },
        { refresh: true, orderBy: OLDEST_FIRST },
      );
      const same = existing.find((photo) => photo.contentHash === row.contentHash);
      if (same) return { ...refusal('duplicate', existing), duplicateOf: same.id };
      requireRoom({ counting: counting(existing).length, all: existing.length });
      const photo = em.create(ReferencePhoto, {
        ...row,
        userId,
        width: inspection.width,
        height: inspection.height,
        analysis: inspection.analysis,
        createdAt: this.clock.now(),
      });
      const all = [...existing, photo];
      setAside(all);
      await em.flush();
      return {
        accepted: true,
        photo: this.views.photo(photo),
        reason: null,
        duplicateOf: null,
        advice: adviceFor(photo, existing),
        count: counting(all).length,
        setAdvice: adviceOn(all),
      };
    });
  }

  /** Where likeness is switched off the vector is not even stored; what the built-in engine cannot use, a hosted one can. */
  private forEngine(inspection: PhotoInspection & { ok: true }): PhotoInspection & { ok: true } {
    const { likeness, name } = this.config.engine;
    const analysis = { ...inspection.analysis };
    if (!likeness) analysis.embedding = '';
    if (name !== 'studio') analysis.doubt = null;
    return { ...inspection, analysis };
  }

  private async refused(profileId: string, { reason }: { reason: NonNullable<Verdict['reason']> }): Promise<Verdict> {
    return refusal(reason, await this.em.find(ReferencePhoto, { profileId }));
  }
}

function refusal(reason: NonNullable<Verdict['reason']>, photos: ReferencePhoto[]): Verdict {
  return {
    accepted: false,
    photo: null,
    reason,
    duplicateOf: null,
    advice: [],
    count: counting(photos).length,
    setAdvice: adviceOn(photos),
  };
}

const adviceOn = (photos: ReferencePhoto[]): Verdict['setAdvice'] =>
  adviseSet(counting(photos).map((photo) => photo.analysis));

function adviceFor(photo: ReferencePhoto, others: ReferencePhoto[]): Verdict['advice'] {
  const advice: Verdict['advice'] = [];
  if (others.some((other) => nearDuplicate(other.analysis.perceptualHash, photo.analysis.perceptualHash)))
    advice.push('near_duplicate');
  if (photo.analysis.quality < LOW_QUALITY) advice.push('low_quality');
  return advice;
}
