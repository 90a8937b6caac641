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

export const PreviewsView = z
  .object({
    status: z
      .enum(['none', 'making', 'ready', 'failed'])
      .describe('`making` also while better ones are made; `pictures` are the present ones then.'),
    pictures: z
      .array(PreviewPictureView)
      .describe(
        `WebP with «Vorschau» drawn into their pixels, at most ${facts.previews.draftPixels} px on their longest side.`,
      ),
    renewalsLeft: z.int().describe('How many times they can still be made again.'),
    portraitsBy: z
      .enum(ENGINE_NAMES)
      .describe('What makes portraits of this profile. Previews are made by `studio` either way.'),
  })
  .meta({ id: 'Previews' });
