import { z } from 'zod';
import { PHOTO_REASONS } from '../integrations/portrait-engine/index.js';

export const ImageCheck = z
  .object({
    result: z
      .enum(['marked', 'recognised', 'unknown', 'unreadable'])
      .describe(
        '`marked`: carries our mark of provenance; `recognised`: looks like a portrait we delivered and still keep; `unknown`: neither; `unreadable`: no picture we can open.',
      ),
    sourceType: z
      .enum(['compositeSynthetic', 'trainedAlgorithmicMedia'])
      .nullable()
      .describe('The IPTC DigitalSourceType of the mark.'),
    sample: z.boolean().describe("Whether the mark says that it is a sample, and nobody's portrait."),
    reason: z.enum(PHOTO_REASONS).nullable().describe('Why it could not be read.'),
  })
  .meta({ id: 'ImageCheck' });
