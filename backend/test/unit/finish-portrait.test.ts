import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sampleXmp } from '@bildnis/emulators/replicate/sample-mark';
import { finishPortrait } from '../../src/integrations/portrait-engine/replicate/finish-portrait.js';

const drawn = () => sharp({ create: { width: 64, height: 80, channels: 3, background: '#888' } });
const told = async (bytes: Buffer) => {
  const { jpeg, isSample } = await finishPortrait(bytes, 64);
  return { isSample, xmp: (await sharp(jpeg).metadata()).xmp!.toString('utf8') };
};

test('a picture is what a trained model made unless it says itself that it is a sample', async () => {
  const made = await told(await drawn().jpeg().toBuffer());
  expect(made.isSample).toBe(false);
  expect(made.xmp).toContain('digitalsourcetype/trainedAlgorithmicMedia');
  expect(made.xmp).not.toContain('Muster');
  // A label of another kind makes no sample of it.
  expect((await told(await drawn().withXmp(sampleXmp.replace('"Muster"', '"Review"')).png().toBuffer())).isSample).toBe(
    false,
  );
});

test.each(['jpeg', 'png', 'webp'] as const)('a sample as %s keeps its name and its source', async (format) => {
  const { isSample, xmp } = await told(await drawn().withXmp(sampleXmp).toFormat(format).toBuffer());
  expect(isSample).toBe(true);
  expect(xmp).toContain('digitalsourcetype/compositeSynthetic');
  expect(xmp).toContain('xmp:Label="Muster"');
  expect(xmp).not.toContain('trainedAlgorithmicMedia');
});

test('a drawing that carries a photograph is no picture, whatever could decode it', async () => {
  const jpeg = await drawn().jpeg().toBuffer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="80"><image width="64" height="80" xlink:href="data:image/jpeg;base64,${jpeg.toString('base64')}"/></svg>`;
  await expect(finishPortrait(Buffer.from(svg), 64)).rejects.toThrow('no picture as we ask for');
});
