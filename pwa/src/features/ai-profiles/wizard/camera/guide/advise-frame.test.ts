import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../../../../../backend/studio/core/photo/bounds';
import { lookOf } from '../../../../../../test/fake-judge';
import { adviseFrame, type Hint } from './advise-frame';
import { bestOfBurst } from './best-of-burst';
import { holdOn, isHeld } from './hold-still';
import { PROMPTS, type PromptKey } from './prompts';

const promptOf = (key: PromptKey) => PROMPTS.find((prompt) => prompt.key === key)!;
const shot = lookOf();

describe('the guide', () => {
  it.each<[Hint, Parameters<typeof lookOf>[0]]>([
    ['ready', {}],
    ['back', { height: 0.5 }],
    ['back', { inside: 0.9 }],
    ['closer', { height: 0.1 }],
    ['higher', { y: 0.7 }],
    ['lower', { y: 0.2 }],
    ['aside', { x: 0.1 }],
    ['level', { roll: 0.4 }],
    ['dark', { light: 50 }],
    ['bright', { clipped: 0.2 }],
    ['front', { yaw: 0.3 }],
    ['eyes', { eyes: 0.1 }],
    ['calm', { mouth: 0.4 }],
    ['still', { sharpness: 0.2 }],
  ])('says «%s» before the first photo', (hint, part) => {
    expect(adviseFrame({ faces: 1, face: lookOf(part) }, promptOf('front'), [])).toBe(hint);
  });

  it('is ready for nothing that the photo check refuses, and as sharp as that wants it', () => {
    const hintOf = (part: Parameters<typeof lookOf>[0]) =>
      adviseFrame({ faces: 1, face: lookOf(part) }, promptOf('front'), []);
    const { reblur, dark, bright, clipped, inside, roll, yaw } = BOUNDS;
    const refused = [
      { sharpness: reblur - 0.001 },
      { light: dark - 1 },
      { light: bright + 1 },
      { clipped: clipped + 0.01 },
      { inside: inside - 0.001 },
      { roll: roll + 0.01 },
      { yaw: yaw + 0.01 },
    ];
    expect(refused.map(hintOf)).toEqual(['still', 'dark', 'bright', 'bright', 'back', 'level', 'front']);
    expect([hintOf({ sharpness: reblur }), hintOf({ inside })]).toEqual(['ready', 'ready']);
  });

  it('wants one face, and only one', () => {
    expect(adviseFrame({ faces: 0, face: null }, promptOf('front'), [])).toBe('none');
    expect(adviseFrame({ faces: 2, face: shot }, promptOf('front'), [])).toBe('others');
  });

  it.each<[PromptKey, Hint, Parameters<typeof lookOf>[0]]>([
    ['left', 'left', { yaw: 0.25 }],
    ['left', 'ready', { yaw: -0.25 }],
    ['right', 'right', { yaw: -0.25 }],
    ['right', 'ready', { yaw: 0.25 }],
    ['right', 'less', { yaw: 0.6 }],
    ['smileTurned', 'side', { mouthWidth: 0.8 }],
    ['smileTurned', 'ready', { mouthWidth: 0.8, yaw: 0.2 }],
    ['smile', 'smile', { mouthWidth: 0.63 }],
    ['smile', 'ready', { mouthWidth: 0.7, mouth: 0.4 }],
    ['serious', 'calm', { mouthWidth: 0.75 }],
    ['serious', 'ready', { mouthWidth: 0.62 }],
    ['window', 'light', { light: 122 }],
    ['window', 'ready', { light: 140 }],
    ['top', 'clothes', { clothes: [45, 40, 60] }],
    ['top', 'clothes', { clothes: null }],
    ['top', 'ready', { clothes: [200, 40, 60] }],
  ])('asks for what makes «%s» another photo: %s', (key, hint, part) => {
    expect(adviseFrame({ faces: 1, face: lookOf(part) }, promptOf(key), [shot, shot])).toBe(hint);
  });

  it('leaves it to the shutter where there is no photo to compare with', () => {
    const bright = lookOf({ light: 200, clothes: [200, 40, 60] });
    expect(adviseFrame({ faces: 1, face: bright }, promptOf('window'), [])).toBe('light');
    expect(adviseFrame({ faces: 1, face: bright }, promptOf('top'), [])).toBe('clothes');
  });

  it('wants a face nearer where the camera has few pixels', () => {
    expect(adviseFrame({ faces: 1, face: lookOf({ height: 0.22 }) }, promptOf('front'), [], 0.26)).toBe('closer');
  });

  it('knows a smile by the own mouth at rest, also where that is narrow or wide', () => {
    const narrow = [lookOf({ mouthWidth: 0.5 })];
    expect(adviseFrame({ faces: 1, face: lookOf({ mouthWidth: 0.56 }) }, promptOf('smile'), narrow)).toBe('ready');
    const wide = [lookOf({ mouthWidth: 0.72 })];
    expect(adviseFrame({ faces: 1, face: lookOf({ mouthWidth: 0.73 }) }, promptOf('serious'), wide)).toBe('ready');
  });
});

describe('the release', () => {
  it('waits until the face has been held still', () => {
    let hold = holdOn(null, shot, 0);
    expect(isHeld(hold, 0)).toBe(false);
    hold = holdOn(hold, lookOf({ x: 0.51 }), 400);
    expect(isHeld(hold, 700)).toBe(true);
    hold = holdOn(hold, lookOf({ x: 0.6 }), 750);
    expect(isHeld(hold, 800)).toBe(false);
    expect(isHeld(null, 800)).toBe(false);
  });

  const burst = (looks: Parameters<typeof lookOf>[0][], key: PromptKey) => {
    const shots = looks.map((_, place) => new File([], String(place)));
    const left = [...shots];
    return bestOfBurst({
      shoot: () => Promise.resolve(left.shift() ?? null),
      look: (photo) => Promise.resolve({ faces: 1, face: lookOf(looks[shots.indexOf(photo)]) }),
      advise: (look) => adviseFrame(look, promptOf(key), []),
      judge: { judge: () => Promise.resolve(null) },
    }).then((best) => best && shots.indexOf(best.photo));
  };

  it.each<[string, number | null, Parameters<typeof lookOf>[0][], PromptKey]>([
    ['the sharpest', 1, [{ sharpness: 0.4 }, { sharpness: 0.6 }, { sharpness: 0.5 }], 'front'],
    ['one with open eyes', 2, [{ eyes: 0.1, sharpness: 0.9 }, { eyes: 0.1 }, { sharpness: 0.4 }], 'front'],
    ['one that still shows what was asked for', 0, [{ yaw: -0.3 }, { sharpness: 0.9 }, { sharpness: 0.9 }], 'left'],
    ['none where the camera gives none', null, [], 'front'],
  ])('keeps of a short burst %s', async (_, place, looks, key) => {
    expect(await burst(looks, key)).toBe(place);
  });
});
