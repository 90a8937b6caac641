import { z } from 'zod';

export const SessionView = z
  .object({
    id: z.uuid(),
    current: z.boolean(),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    device: z.enum(['desktop', 'mobile', 'tablet', 'program']),
    address: z.string().nullable().describe('Truncated: the last part is never kept.'),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export const SessionList = z.object({ items: z.array(SessionView) }).meta({ id: 'SessionList' });
