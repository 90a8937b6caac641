import { expect, test } from 'vitest';
import type { LibraryFace } from '../core/models/face-library.js';
import { sharpPictures } from '../node/pictures.js';
import { findFaces } from '../core/photo/faces.js';

const photo = { data: new Uint8Array(800 * 1000 * 3), width: 800, height: 1000 };

/** What the detector says about a square face at x, y. */
function face(x: number, y: number, side: number, boxScore: number, likeness: number): LibraryFace {
  const mesh = Array.from({ length: 478 }, (_, i) => [
    x + ((i % 22) / 22) * side,
    y + (Math.floor(i / 22) / 22) * side,
    0,
  ]);
  return {
    box: [x, y, side, side],
    boxScore,
    faceScore: 1,
    mesh,
    embedding: [likeness],
    rotation: { angle: { yaw: 0, pitch: 0 } },
  } as unknown as LibraryFace;
}
const found = async (...faces: LibraryFace[]): Promise<number[]> =>
  (await findFaces(sharpPictures, { detect: () => Promise.resolve(faces) }, photo)).map((f) => f.embedding[0]!);

test('a large faint face in the background never takes the place of the sure one', async () => {
  expect(await found(face(0, 100, 600, 0.3, 7), face(250, 300, 400, 0.9, 1))).toEqual([1]);
});

test('two sure faces are two, the larger one first; a faint one alone still counts', async () => {
  expect(await found(face(450, 300, 250, 0.8, 2), face(50, 300, 350, 0.9, 1))).toEqual([1, 2]);
  expect(await found(face(50, 300, 350, 0.3, 1))).toEqual([1]);
});

test('a faint face that lies half over a sure one is a phantom, however large; two sure ones cheek to cheek are two', async () => {
  expect(await found(face(372, 52, 600, 0.5, 7), face(119, 262, 494, 0.8, 1))).toEqual([1]);
  expect(await found(face(0, 300, 400, 0.8, 2), face(250, 300, 450, 0.9, 1))).toEqual([1, 2]);
});
