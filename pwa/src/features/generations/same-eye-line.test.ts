import { expect, it } from 'vitest';
import { atSameEyeLine } from './same-eye-line';

const faces = [
  { x: 0.5, y: 0.4, height: 0.3 },
  { x: 0.44, y: 0.45, height: 0.42 },
  { x: 0.56, y: 0.34, height: 0.5 },
];

it('faces come to one place and size, with no edge of a picture in its frame', () => {
  for (const one of faces)
    for (const other of faces) {
      const placed = atSameEyeLine([one, other])!;
      const seen = placed.map(({ scale, x, y }, i) => {
        const face = [one, other][i]!;
        return { x: x + face.x * scale, y: y + face.y * scale, height: face.height * scale };
      });
      for (const key of ['x', 'y', 'height'] as const) expect(seen[0]![key]).toBeCloseTo(seen[1]![key], 6);
      for (const { scale, x, y } of placed) {
        expect(scale).toBeGreaterThanOrEqual(1 - 1e-9);
        for (const start of [x, y]) {
          expect(start).toBeLessThanOrEqual(1e-9);
          expect(start + scale).toBeGreaterThanOrEqual(1 - 1e-9);
        }
      }
    }
});

it('is not tried where a face is not known', () => {
  for (const unknown of [null, undefined]) expect(atSameEyeLine([faces[0]!, unknown])).toBeNull();
  expect(atSameEyeLine([{ x: 0, y: 0.4, height: 0.3 }])).toBeNull();
});
