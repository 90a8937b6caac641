import sharp from 'sharp';
import { provenanceXmp } from '../../core/provenance.js';
import type { Background } from '../../core/refining.js';
import { backgroundLayer, personLayer, refinePerson } from '../../core/rendering/refine.js';
import { encodePortrait, personOf, settingOf, type PortraitOrder } from './render-portrait.js';

/** Quality of the layers: they are looked at, never kept. */
const QUALITY = 82;

/** Renders a portrait before another background: JPEG, or PNG where there is none, with provenance. @throws UnknownScene */
export async function refinePortrait(order: PortraitOrder, background: Background): Promise<Buffer> {
  const { width, height } = order;
  const { data, channels } = refinePerson(await personOf(order), settingOf(order), background);
  if (channels === 3) return encodePortrait(data, width, height);
  return sharp(data, { raw: { width, height, channels } })
    .withXmp(provenanceXmp('compositeSynthetic'))
    .png()
    .toBuffer();
}

/** A portrait as a person without background (WebP) and a background without person (JPEG). @throws UnknownScene */
export async function renderLayers(order: PortraitOrder): Promise<{ person: Buffer; background: Buffer }> {
  const { width, height } = order;
  const person = await personOf(order);
  const setting = settingOf(order);
  const background = backgroundLayer(person, setting);
  return {
    person: await sharp(personLayer(person, setting), { raw: { width, height, channels: 4 } })
      .withXmp(provenanceXmp('compositeSynthetic'))
      .webp({ quality: QUALITY })
      .toBuffer(),
    background: await sharp(background, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: QUALITY })
      .toBuffer(),
  };
}
