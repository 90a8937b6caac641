import { z } from 'zod';

const at = z.iso.datetime();
const page = <T extends z.ZodType>(item: T, id: string) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() }).meta({ id });

/** What admins see of a customer's holdings: that they exist and how they stand, never a picture or a link to one. */
export const AdminProfilePage = page(
  z
    .object({
      id: z.uuid(),
      name: z.string().nullable(),
      status: z.string(),
      failure: z.string().nullable(),
      photos: z.int(),
      createdAt: at,
      readyAt: at.nullable(),
    })
    .meta({ id: 'AdminProfile' }),
  'AdminProfilePage',
);
export const AdminGenerationPage = page(
  z
    .object({
      id: z.uuid(),
      styleName: z.string().nullable(),
      status: z.string(),
      engine: z.string().nullable(),
      portraits: z.int(),
      createdAt: at,
      completedAt: at.nullable(),
      expiresAt: at.nullable(),
    })
    .meta({ id: 'AdminGeneration' }),
  'AdminGenerationPage',
);
export const AdminOrderPage = page(
  z
    .object({
      id: z.uuid(),
      number: z.string(),
      kind: z.string(),
      itemName: z.string(),
      status: z.string(),
      amountRappen: z.int(),
      createdAt: at,
      paidAt: at.nullable(),
    })
    .meta({ id: 'AdminOrder' }),
  'AdminOrderPage',
);
export const AdminMailPage = page(
  z.object({ id: z.uuid(), template: z.string(), createdAt: at, sentAt: at.nullable() }).meta({ id: 'AdminMail' }),
  'AdminMailPage',
);
export const AdminSessionPage = page(
  z
    .object({
      id: z.uuid(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      secondFactor: z.boolean(),
      createdAt: at,
      lastSeenAt: at,
    })
    .meta({ id: 'AdminSession' }),
  'AdminSessionPage',
);
