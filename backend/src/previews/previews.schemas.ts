import { z } from 'zod';
import { facts } from '../facts/index.js';
import { ENGINE_NAMES } from '../integrations/portrait-engine/index.js';

const PreviewPictureView = z
  .object({
    style: z.object({ id: z.uuid(), slug: z.string(), displayName: z.string() }),
    photoId: z.uuid().describe('The photo it shows.'),
    url: z.string().describe('Signed link, valid for at most 3600 s and at least 3300 s, for the owner only.'),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'PreviewPicture' });

export const RequestPreviewsBody = z
  .strictObject({
    photoId: z
      .uuid()
      .optional()
      .describe(
        'Of a trained profile: another of the photos that its portraits are made of, in place of the one shown.',
      ),
  })
  .meta({ id: 'RequestPreviewsBody' });

export const PreviewsView = z
  .object({
    status: z
      .enum(['none', 'making', 'ready', 'failed'])
      .describe('`making` also while better ones are made; `pictures` are the present ones then.'),
    photoId: z.uuid().nullable().describe('The photo they show, or will.'),
    pictures: z
      .array(PreviewPictureView)
      .describe(
        `WebP with «Vorschau» drawn into their pixels, at most ${facts.previews.draftPixels} px on their longest side; of a trained profile ${facts.previews.profilePixels}.`,
      ),
    renewalsLeft: z.int().describe('How many times those of a draft can still be made again.'),
    portraitsBy: z
      .enum(ENGINE_NAMES)
      .describe('What makes portraits of this profile. Previews are made by `studio` either way.'),
  })
  .meta({ id: 'Previews' });
