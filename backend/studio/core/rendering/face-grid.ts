import { elementOf } from '../element-of.js';
import { faceHeightOf, LEFT_BROW, LEFT_EYE, LIPS, OVAL, RIGHT_BROW, RIGHT_EYE } from '../photo/landmarks.js';
import { blur } from '../raster/blur.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
import { give, takeZeros } from '../raster/scratch.js';
import { LINEAR_OF_8BIT } from '../raster/srgb.js';
import type { Person } from './person.js';

/** A grid laid over a portrait. */
export interface Grid {
  width: number;
  height: number;
}

/** A colour in linear light, 0..1. */
export type Light = readonly [red: number, green: number, blue: number];

/** Places of the grid that show bare skin of the face. */
export function skinPlaces(person: Person, { width, height }: Grid): number[] {
  const inside = takeZeros(width * height);
  const part = (indices: readonly number[], factor: number): [number, number][] =>
    scalePolygon(pointsOn(person, indices, width), factor);
  fillPolygon(inside, width, height, part(OVAL, 0.9));
  const features = takeZeros(width * height);
  for (const indices of [LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW, LIPS])
    fillPolygon(features, width, height, part(indices, 1.3));
  const found = [...inside.keys()].filter((i) => inside[i]! > 0 && features[i] === 0);
  give(inside, features);
  return found;
}

/** 1 on the face, falling to 0 around it. */
export function nearFace(person: Person, { width, height }: Grid): Float32Array {
  const face = takeZeros(width * height);
  fillPolygon(face, width, height, scalePolygon(pointsOn(person, OVAL, width), 1.1));
  const soft = blur(face, width, height, (0.1 * faceHeightOf(person.mesh!) * width) / person.width);
  give(face);
  return soft;
}

const pointsOn = (person: Person, indices: readonly number[], width: number): [number, number][] =>
  indices.map((index) => {
    const [x, y] = elementOf(person.mesh!, index);
    return [(x * width) / person.width, (y * width) / person.width];
  });

/** Mean linear light of what each of some places of the grid covers. */
export function meanLight({ rgba, width, height }: Person, grid: Grid, places: readonly number[]): Light[] {
  return places.map((place) => {
    const [column, row] = [place % grid.width, Math.floor(place / grid.width)];
    const [left, right] = [column, column + 1].map((x) => Math.floor((x * width) / grid.width)) as [number, number];
    const [top, bottom] = [row, row + 1].map((y) => Math.floor((y * height) / grid.height)) as [number, number];
    let [red, green, blue, count] = [0, 0, 0, 0];
    for (let y = top; y < Math.max(bottom, top + 1); y++) {
      for (let x = left; x < Math.max(right, left + 1); x++) {
        const i = (y * width + x) * 4;
        red += LINEAR_OF_8BIT[rgba[i]!]!;
        green += LINEAR_OF_8BIT[rgba[i + 1]!]!;
        blue += LINEAR_OF_8BIT[rgba[i + 2]!]!;
        count++;
      }
    }
    return [red / count, green / count, blue / count] as const;
  });
}
