import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { adviseSet } from '../integrations/portrait-engine/index.js';
import { HOUR } from '../platform/clock/index.js';
import type { UsualSeconds } from '../platform/database/index.js';
import { SignedLinks } from '../platform/http/index.js';
import type { AiProfile } from './ai-profile.entity.js';
import type { AiProfileView, PhotoView, TrainedPhotoView } from './ai-profiles.schemas.js';
import { counting } from './counting-photos.js';
import type { ReferencePhoto } from './reference-photo.entity.js';
import type { TrainedModel } from './trained-model.entity.js';
import type { TrainedPhoto } from './trained-photos.js';

const SECONDS_PER_MINUTE = 60;

export const photoPath = (id: string) => `/api/v1/media/photos/${id}`;
export const profilePreviewPath = (id: string) => `/api/v1/media/ai-profiles/${id}`;
export const trainedPhotoPath = (id: string, photoId: string) => `${profilePreviewPath(id)}/photos/${photoId}`;

@Injectable()
export class AiProfileViews {
  constructor(private readonly links: SignedLinks) {}

  /**
   * @param model what the training made, once it has
   * @param usual how long trainings take, where enough have been measured
   */
  profile(
    profile: AiProfile,
    photos: ReferencePhoto[],
    model: Pick<TrainedModel, 'hasPreview' | 'photos' | 'offersRetouch'> | undefined,
    usual: UsualSeconds | null,
  ): z.infer<typeof AiProfileView> {
    const used = counting(photos);
    return {
      id: profile.id,
      name: profile.name ?? null,
      gender: profile.gender,
      attestation:
        profile.attestedSubject && profile.attestedAt
          ? {
              subject: profile.attestedSubject,
              attestedAt: profile.attestedAt.toISOString(),
              version: profile.attestedVersion ?? null,
            }
          : null,
      status: profile.status,
      createdAt: profile.createdAt.toISOString(),
      trainingStartedAt: profile.trainingStartedAt?.toISOString() ?? null,
      readyAt: profile.readyAt?.toISOString() ?? null,
      failure: failureOf(profile),
      progress: progressOf(profile),
      estimateSeconds: usual?.median ?? null,
      usualSeconds: usual?.p95 ?? facts.deliveryMinutes * SECONDS_PER_MINUTE,
      photos: photos.map((photo) => this.photo(photo)),
      setAdvice: adviseSet(used.map((photo) => photo.analysis)),
      trainedPhotos: model?.photos?.map((photo) => this.trainedPhoto(profile, photo)) ?? null,
      photosNeeded: profile.status === 'ready' ? 0 : Math.max(0, facts.photos.min - used.length),
      previewUrl: this.preview(profile, used, model?.hasPreview ?? false),
      offersRetouch: model?.offersRetouch ?? false,
    };
  }

  photo(photo: ReferencePhoto): z.infer<typeof PhotoView> {
    return {
      id: photo.id,
      url: this.links.sign(photoPath(photo.id), photo.userId),
      width: photo.width,
      height: photo.height,
      quality: Math.min(1, Math.max(0, photo.analysis.quality)),
      setAside: photo.setAside ?? null,
      doubt: photo.analysis.doubt ?? null,
      createdAt: photo.createdAt.toISOString(),
    };
  }

  private trainedPhoto(
    { id, userId }: AiProfile,
    { photoId, number, cutout, reason, choice }: TrainedPhoto,
  ): z.infer<typeof TrainedPhotoView> {
    const isUsed = cutout !== null;
    return {
      id: photoId,
      number,
      used: isUsed,
      reason,
      choice: isUsed ? choice : null,
      pictureUrl: isUsed ? this.links.sign(trainedPhotoPath(id, photoId), userId) : null,
    };
  }

  private preview(profile: AiProfile, photos: ReferencePhoto[], hasPreview: boolean): string | null {
    if (hasPreview) return this.links.sign(profilePreviewPath(profile.id), profile.userId);
    return photos[0] ? this.links.sign(photoPath(photos[0].id), profile.userId) : null;
  }
}

function failureOf(profile: AiProfile): z.infer<typeof AiProfileView>['failure'] {
  if (profile.status !== 'failed') return null;
  const attemptsLeft = profile.cycleClosed ? 0 : Math.max(0, facts.training.maxAttempts - profile.cycleAttempts);
  const until = profile.cycleStartedAt
    ? new Date(profile.cycleStartedAt.getTime() + facts.training.retryHours * HOUR)
    : null;
  return {
    reason: profile.failure ?? 'engine',
    attemptsLeft,
    retryUntil: attemptsLeft > 0 ? (until?.toISOString() ?? null) : null,
  };
}

function progressOf(profile: AiProfile): z.infer<typeof AiProfileView>['progress'] {
  if (profile.status !== 'training') return null;
  return { stage: (profile.progressStage ?? 'queued') as 'queued', fraction: profile.progressFraction ?? 0 };
}
