import { z } from 'zod';
import { facts } from '../../facts/index.js';
import type { Background } from '../../integrations/portrait-engine/index.js';
import { gainsOf } from './version-formats.js';

const Light = z.number().min(-1).max(1);

/** What stands behind the person of a version, as its customer chose it. */
export const ChosenBackground = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('scene'),
        brightness: Light.describe('From darker (-1) to lighter (1); 0 leaves it.'),
        warmth: Light.describe('From cooler (-1) to warmer (1); 0 leaves it.'),
      })
      .meta({ id: 'SceneBackground' }),
    z
      .strictObject({
        kind: z.literal('colour'),
        colour: z
          .string()
          .regex(/^#[0-9a-f]{6}$/)
          .describe('One colour all over, as `#rrggbb` in lower case.'),
      })
      .meta({ id: 'ColourBackground' }),
    z.strictObject({ kind: z.literal('none') }).meta({ id: 'NoBackground' }),
  ])
  .meta({ id: 'PortraitBackground' });
export type ChosenBackground = z.infer<typeof ChosenBackground>;

/** Whether the file is clear beside the person: a PNG. */
export const isClear = (background: ChosenBackground | null | undefined): boolean => background?.kind === 'none';

/** What the engine is told. @param person light of the picture, which a colour behind the person must not change */
export function engineBackground(
  background: ChosenBackground,
  person: { brightness: number; warmth: number },
): Background {
  if (background.kind === 'none') return background;
  if (background.kind === 'colour') return { ...background, gains: gainsOf(person) };
  return { kind: 'scene', gains: gainsOf(background, facts.refinement.background) };
}
