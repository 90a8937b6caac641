import { describe, expect, it } from 'vitest';
import { MOST, movedBy, scaledTo, WHOLE, type Bounds } from './lightbox-view';

/** A window of 400 × 600 in the middle of which a picture of 400 × 500 is seen whole. */
const bounds: Bounds = { x: 200, y: 300, window: { width: 400, height: 600 }, picture: { width: 400, height: 500 } };

/** Where on the screen a place of the picture is, given from its middle. */
const onScreen = (view: { scale: number; x: number; y: number }, place: { x: number; y: number }) => ({
  x: bounds.x + view.x + place.x * view.scale,
  y: bounds.y + view.y + place.y * view.scale,
});

describe('a view of a picture', () => {
  it('keeps what is under the fingers where it is', () => {
    const at = { x: 260, y: 340 };
    const view = scaledTo(WHOLE, 2, at, bounds);
    expect(onScreen(view, { x: 60, y: 40 })).toEqual(at);
    const further = scaledTo(view, 3, { x: 150, y: 250 }, bounds);
    const seen = { x: (150 - bounds.x - view.x) / 2, y: (250 - bounds.y - view.y) / 2 };
    expect(onScreen(further, seen).x).toBeCloseTo(150);
    expect(onScreen(further, seen).y).toBeCloseTo(250);
  });

  it('is never smaller than whole, nor larger than there is something to see', () => {
    expect(scaledTo(WHOLE, 0.3, { x: 0, y: 0 }, bounds)).toEqual(WHOLE);
    expect(scaledTo(WHOLE, 99, { x: 200, y: 300 }, bounds).scale).toBe(MOST);
  });

  it('moves to the edges of the picture and stays there', () => {
    const large = scaledTo(WHOLE, 2, { x: 200, y: 300 }, bounds);
    expect(movedBy(large, { x: 50, y: -30 }, bounds)).toEqual({ scale: 2, x: 50, y: -30 });
    expect(movedBy(large, { x: 9999, y: -9999 }, bounds)).toEqual({ scale: 2, x: 200, y: -200 });
    // What is not higher than the window does not move up and down.
    expect(movedBy(scaledTo(WHOLE, 1.1, { x: 200, y: 300 }, bounds), { x: 0, y: 50 }, bounds).y).toBe(0);
  });

  it('comes back to the middle when it is made whole again', () => {
    const corner = movedBy(scaledTo(WHOLE, 3, { x: 200, y: 300 }, bounds), { x: 300, y: 300 }, bounds);
    expect(scaledTo(corner, 1, { x: 10, y: 10 }, bounds)).toEqual(WHOLE);
  });
});
