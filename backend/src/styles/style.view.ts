import { z } from 'zod';
import { STYLE_CATEGORIES, STYLE_PURPOSES, type Style } from './style.entity.js';

export const StyleView = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    displayName: z.string(),
    description: z.string(),
    category: z.enum(STYLE_CATEGORIES),
    purposes: z.array(z.enum(STYLE_PURPOSES)).describe('What people need such portraits for.'),
    previewUrl: z
      .string()
      .nullable()
      .describe('Preview picture, 640 px wide; the same name with `-400` is smaller, with `-800` and `-1280` larger.'),
    sortOrder: z.int(),
  })
  .meta({ id: 'Style' });
export const StyleList = z.object({ items: z.array(StyleView) }).meta({ id: 'StyleList' });

export function viewStyle(
  style: Pick<Style, Exclude<keyof z.infer<typeof StyleView>, 'previewUrl'> | 'scene'>,
): z.infer<typeof StyleView> {
  return {
    id: style.id,
    slug: style.slug,
    displayName: style.displayName,
    description: style.description,
    category: style.category,
    purposes: style.purposes,
    previewUrl: `/previews/${style.scene}-640.webp`,
    sortOrder: style.sortOrder,
  };
}
