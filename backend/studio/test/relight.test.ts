import { expect, test } from 'vitest';
import type { Person } from '../core/rendering/person.js';
import { LIGHT_HEIGHT, LIGHT_WIDTH, lightPerson } from '../core/rendering/relight.js';

/** A body that fills the lower half of the picture and leaves it at the sides and at the bottom. */
function bodyAtTheEdge(): Float32Array {
  return Float32Array.from({ length: LIGHT_WIDTH * LIGHT_HEIGHT }, (_, index) =>
    Math.floor(index / LIGHT_WIDTH) > LIGHT_HEIGHT / 2 ? 1 : 0,
  );
}

test('a body that leaves the picture is as bright at its edge as beside it', () => {
  const person = { rgba: new Uint8Array(0), width: LIGHT_WIDTH, height: LIGHT_HEIGHT, mesh: null } as unknown as Person;
  const { key } = lightPerson(person, bodyAtTheEdge(), 1);
  const at = (x: number, y: number) => key[y * LIGHT_WIDTH + x]!;
  const middle = LIGHT_WIDTH / 2;
  expect(at(middle, LIGHT_HEIGHT - 1) / at(middle, LIGHT_HEIGHT - 12)).toBeGreaterThan(0.97);
  for (const x of [0, LIGHT_WIDTH - 1])
    expect(at(x, LIGHT_HEIGHT - 12) / at(middle, LIGHT_HEIGHT - 12)).toBeGreaterThan(0.97);
});

test('light from behind keeps to its side as far as the scene says', () => {
  // Someone narrow in the middle of the picture: an edge on each side.
  const body = Float32Array.from({ length: LIGHT_WIDTH * LIGHT_HEIGHT }, (_, index) =>
    Math.abs((index % LIGHT_WIDTH) - LIGHT_WIDTH / 2 + 0.5) < 24 ? 1 : 0,
  );
  const person = { rgba: new Uint8Array(0), width: LIGHT_WIDTH, height: LIGHT_HEIGHT, mesh: null } as unknown as Person;
  const edges = (side: -1 | 1, sided: number) => {
    const { back } = lightPerson(person, body, side, sided);
    const row = (LIGHT_HEIGHT / 2) * LIGHT_WIDTH;
    return { left: back[row + LIGHT_WIDTH / 2 - 24]!, right: back[row + LIGHT_WIDTH / 2 + 23]! };
  };
  const both = edges(1, 0);
  expect(both.right / both.left).toBeCloseTo(1, 1);
  const right = edges(1, 0.8);
  expect(right.right).toBeCloseTo(both.right, 5);
  expect(right.left / right.right).toBeLessThan(0.25);
  const left = edges(-1, 0.8);
  expect(left.right / left.left).toBeLessThan(0.25);
});
