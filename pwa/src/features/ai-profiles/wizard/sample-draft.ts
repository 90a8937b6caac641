import type { Schemas } from '~/lib/api';

/** A photo that is good, for tests. */
export const photo = (id: string): Schemas['Photo'] => ({
  id,
  url: `/media/${id}`,
  width: 900,
  height: 1200,
  quality: 0.9,
  setAside: null,
  doubt: null,
  createdAt: '2026-11-20T12:00:00Z',
});

/** A draft with so many of them. */
export const draft = (photos: number, name: string | null = null) =>
  ({
    id: 'p1',
    name,
    gender: 'male',
    status: 'created',
    createdAt: '2026-11-20T12:00:00Z',
    setAdvice: [],
    photos: Array.from({ length: photos }, (_, n) => photo(`old-${n}`)),
  }) as unknown as Schemas['AiProfile'];
