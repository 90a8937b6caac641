import { facts } from '../facts/index.js';

const PROFILE = '3f0c9d52-7f0e-4f0a-9b61-5a3d1f6f8c11';
const STYLE = '9a1c5e0b-2d3f-4c4e-8a57-6b7c8d9e0f10';
const PHOTO = '5d2b8f4e-1c3a-4e6b-9f70-8a9b0c1d2e3f';
const RUN = 'c47e2a19-58d6-4b3f-a1e0-7f6e5d4c3b2a';
const SIGNED = 'expires=1795430400000&signature=Zm9v';

const draft = {
  id: PROFILE,
  name: 'Petra Muster',
  gender: 'female',
  attestation: { subject: 'other', attestedAt: '2026-11-22T09:00:00.000Z', version: facts.consents.personPictured },
  status: 'created',
  createdAt: '2026-11-22T09:00:00.000Z',
  trainingStartedAt: null,
  readyAt: null,
  failure: null,
  progress: null,
  estimateSeconds: null,
  usualSeconds: 1800,
  photos: [],
  setAdvice: [],
  trainedPhotos: null,
  photosNeeded: 8,
  previewUrl: null,
  offersRetouch: false,
};
const training = {
  ...draft,
  status: 'training',
  trainingStartedAt: '2026-11-22T09:05:00.000Z',
  progress: { stage: 'queued', fraction: 0 },
  photosNeeded: 0,
};

const photo = {
  id: PHOTO,
  url: `/api/v1/media/photos/${PHOTO}?${SIGNED}`,
  width: 1536,
  height: 2048,
  quality: 0.87,
  setAside: null,
  doubt: null,
  createdAt: '2026-11-22T09:01:00.000Z',
};

const queued = {
  id: RUN,
  status: 'queued',
  style: { id: STYLE, slug: 'linkedin', displayName: 'LinkedIn Clean', previewUrl: null },
  profileId: PROFILE,
  createdAt: '2026-11-22T09:40:00.000Z',
  completedAt: null,
  expiresAt: null,
  progress: { fraction: 0 },
  estimateSeconds: 180,
  usualSeconds: 180,
  previews: [],
  retouch: 'subtle',
  repeatOf: null,
  complaint: null,
  repeatable: false,
  creditsReturnedOnDeletion: facts.generation.credits,
  portraits: [],
  archiveUrl: null,
  sourceType: null,
  sample: false,
};

/** Examples of the main path, by operation; a test compares each with its schema. */
export const EXAMPLES: Record<string, { request?: unknown; response?: unknown }> = {
  createAiProfile: {
    request: { name: 'Petra Muster', gender: 'female', attestation: { subject: 'other', consentConfirmed: true } },
    response: draft,
  },
  uploadPhoto: {
    response: { accepted: true, photo, reason: null, duplicateOf: null, advice: [], count: 1, setAdvice: [] },
  },
  startTraining: { response: training },
  createGeneration: { request: { profileId: PROFILE, styleId: STYLE }, response: queued },
};
