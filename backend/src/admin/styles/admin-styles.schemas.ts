import { z } from 'zod';
import { displayText } from '../../platform/http/index.js';
import { STYLE_CATEGORIES, STYLE_PURPOSES, StyleView } from '../../styles/index.js';

export const AdminStyle = StyleView.extend({
  enabled: z.boolean(),
  runs: z.int().describe('Runs in this style so far.'),
}).meta({ id: 'AdminStyle' });
export type AdminStyle = z.infer<typeof AdminStyle>;
export const AdminStyleList = z.object({ items: z.array(AdminStyle) }).meta({ id: 'AdminStyleList' });

export const AdminStyleBody = z
  .strictObject({
    displayName: displayText(80),
    slug: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { message: 'small letters, digits and single hyphens only' }),
    description: displayText(500),
    category: z.enum(STYLE_CATEGORIES),
    purposes: z
      .array(z.enum(STYLE_PURPOSES))
      .min(1)
      .refine((purposes) => new Set(purposes).size === purposes.length, { message: 'each purpose once' }),
    enabled: z.boolean(),
    sortOrder: z.int().min(0).max(100_000),
  })
  .partial()
  .meta({ id: 'AdminStyleBody' });
export type AdminStyleBody = z.infer<typeof AdminStyleBody>;
