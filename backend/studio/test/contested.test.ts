import { describe, expect, test } from 'vitest';
import { settleContested } from '../core/training/contested.js';

const [WIDTH, HEIGHT, FACE] = [300, 375, 100];
const EYE = [150, 150] as const;
type Colour = readonly [number, number, number];
const SKIN: Colour = [0.8, 0.6, 0.5];
const JACKET: Colour = [0.2, 0.25, 0.4];
const HAIR: Colour = [0.25, 0.15, 0.1];
const WALL: Colour = [0.7, 0.72, 0.75];
const STRANGER: Colour = [0.75, 0.3, 0.25];

const isFace = (x: number, y: number): boolean => Math.hypot((x - 150) / 45, (y - 155) / 60) < 1;
const isHair = (x: number, y: number): boolean => y < 150 && Math.hypot((x - 150) / 58, (y - 140) / 70) < 1;
const isBody = (x: number, y: number): boolean => y > 215 && Math.abs(x - 150) < 95;

interface Place {
  is: (x: number, y: number) => boolean;
  colour: Colour;
  /** What the passes say: their mean, and the least of them. */
  probability: number;
  least: number;
}

/** A person before a wall, with a place about which the model contradicts itself. Gives the share of the place that is taken for her. */
function settled({ is, colour, probability: mean, least: low }: Place): {
  kept: number;
  person: number;
  doubted: number;
} {
  const n = WIDTH * HEIGHT;
  const plane = (): Float32Array => new Float32Array(n);
  const [probability, least, contradicted] = [plane(), plane(), plane()];
  const rgb = [plane(), plane(), plane()] as const;
  const places: number[] = [];
  const sure: number[] = [];
  for (let i = 0; i < n; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const own = isFace(x, y) ? SKIN : isHair(x, y) ? HAIR : isBody(x, y) ? JACKET : WALL;
    const here = is(x, y);
    const shown = here ? colour : own;
    // A little noise, as photos have.
    for (const [c, values] of rgb.entries()) values[i] = shown[c]! + 0.02 * Math.sin(i * 12.9898 + c);
    probability[i] = here ? mean : own === WALL ? 0 : 1;
    least[i] = here ? low : probability[i]!;
    contradicted[i] = here ? 1 : 0;
    if (here) places.push(i);
    else if (own !== WALL) sure.push(i);
  }
  const valid = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const contested = settleContested({
    rgb,
    probability,
    least,
    contradicted,
    width: WIDTH,
    height: HEIGHT,
    faceHeight: FACE,
    eye: EYE,
    valid,
  });
  const shareOf = (list: number[], test: (i: number) => boolean): number => list.filter(test).length / list.length;
  return {
    kept: shareOf(places, (i) => probability[i]! > 0.5),
    person: shareOf(sure, (i) => probability[i]! > 0.5),
    doubted: shareOf(places, (i) => contested[i]! > 0),
  };
}

const besideShoulder = (x: number, y: number): boolean => x > 232 && x < 285 && y > 150 && y < 215;

describe('what the model contradicts itself about', () => {
  test('is nobody where it has neither the person’s colours nor a share in the head', () => {
    const { kept, person, doubted } = settled({ is: besideShoulder, colour: STRANGER, probability: 0.7, least: 0.2 });
    expect(kept).toBeLessThan(0.02);
    expect(person).toBe(1);
    expect(doubted).toBeGreaterThan(0.8);
  });

  test('is nobody where it has the wall’s colours', () => {
    expect(settled({ is: besideShoulder, colour: WALL, probability: 0.8, least: 0.1 }).kept).toBeLessThan(0.02);
  });

  test('is the person where it has the colours of the sleeve beside it', () => {
    const sleeve = (x: number, y: number): boolean => x > 244 && x < 290 && y > 230;
    expect(settled({ is: sleeve, colour: JACKET, probability: 0.75, least: 0.3 }).kept).toBeGreaterThan(0.93);
  });

  test('is hair on the head, whatever its colour, unless it is improbable and the wall’s', () => {
    expect(settled({ is: isHair, colour: HAIR, probability: 0.7, least: 0.1 }).kept).toBeGreaterThan(0.97);
    expect(settled({ is: isHair, colour: [0.5, 0.2, 0.7], probability: 0.7, least: 0.1 }).kept).toBeGreaterThan(0.97);
    expect(settled({ is: isHair, colour: WALL, probability: 0.5, least: 0.1 }).kept).toBeLessThan(0.1);
    expect(settled({ is: isHair, colour: WALL, probability: 0.8, least: 0.1 }).kept).toBeGreaterThan(0.97);
  });

  test('leaves no splinter of itself', () => {
    const post = (x: number, y: number): boolean => x > 250 && x < 258 && y > 120 && y < 260;
    expect(settled({ is: post, colour: JACKET, probability: 0.9, least: 0.4 }).kept).toBeLessThan(0.35);
  });

  test('is nothing where the model is sure', () => {
    expect(settled({ is: () => false, colour: WALL, probability: 0, least: 0 }).person).toBe(1);
  });
});
