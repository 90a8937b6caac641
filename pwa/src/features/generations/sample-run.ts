import type { Generation, Portrait } from './generations-data';

const RUN = '00000000-0000-4000-8000-000000000001';

/** Portraits for tests, in the order given, made in the order of their names. */
export function portraits(...ids: string[]): Portrait[] {
  const made = ids.toSorted();
  return ids.map((id) => ({
    id,
    generationId: RUN,
    index: made.indexOf(id),
    url: `/${id}/original`,
    previewUrl: `/${id}/preview`,
    previews: [
      { width: 480, url: `/${id}/preview` },
      { width: 960, url: `/${id}/preview-960` },
    ],
    downloadUrl: `/${id}/download`,
    width: 1024,
    height: 1280,
    likeness: 0.8,
    favourite: false,
    before: null,
    face: { x: 0.5, y: 0.4, height: 0.4 },
    refinable: false,
    versions: [],
    formats: [],
  }));
}

/** A finished run of them. */
export const runOf = (list: Portrait[]): Generation => ({
  id: RUN,
  status: 'completed',
  style: null,
  profileId: null,
  retouch: 'subtle',
  repeatOf: null,
  complaint: null,
  repeatable: false,
  createdAt: '2026-11-22T09:00:00.000Z',
  completedAt: '2026-11-22T09:02:00.000Z',
  expiresAt: '2027-02-20T09:02:00.000Z',
  progress: null,
  estimateSeconds: 180,
  usualSeconds: 360,
  previews: [],
  portraits: list,
  sourceType: 'compositeSynthetic',
  sample: false,
  archiveUrl: '/archive',
  creditsReturnedOnDeletion: 0,
});
