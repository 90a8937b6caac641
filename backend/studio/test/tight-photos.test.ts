import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectPhoto } from '../node/photo/inspect.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder } from './photo-sets.js';
import { wholeOr } from './whole.js';

/** What the photo check says of one of the shared photos, by the first digits of its name. */
async function doubtAbout(number: string): Promise<string | null> {
  const people = join(photoFolder, 'people');
  const file = readdirSync(people).find((name) => name.startsWith(number))!;
  const inspection = await inspectPhoto(await faceModels(), readFileSync(join(people, file)));
  return inspection.ok ? (inspection.analysis.doubt ?? null) : inspection.reason;
}

describe.runIf(hasPhotos)('a close photo', () => {
  it.each(wholeOr(['12', '17', '18', '25', '29', '30'], ['30']))(
    'that leaves a portrait is used: %s',
    async (number) => {
      expect(await doubtAbout(number)).toBeNull();
    },
  );

  it('whose outline is unsure as well is not: the tighter the portrait, the larger it shows', async () => {
    expect(await doubtAbout('20')).toBe('outline_unclear');
  });

  it('of which only a face without a head could come is too close', async () => {
    expect(await doubtAbout('19')).toBe('too_close');
  });
});
