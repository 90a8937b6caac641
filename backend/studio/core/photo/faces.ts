import type { FaceDetector, FaceWish, LibraryFace } from '../models/face-library.js';
import { BOUNDS, type Bounds } from './bounds.js';
import type { Face } from './face.js';
import type { Rgb } from '../raster/rgb.js';
import { shrinkTo, type Pictures } from '../pictures.js';
import { faceHeightOf, OVAL, pointsOf, rollOf, type Mesh } from './landmarks.js';

/** Longest side at which faces are looked for, in pixels. */
const DETECTION_SIDE = 1024;

/** Detector score from which a face is sure; faint ones are often large and wrong. */
const SURE = 0.45;

/** Overlap with a surer face, as a share of the smaller box, and the difference of scores, from which a face is a phantom. */
const SHADOWED = 0.33;
const SURER = 0.2;

/** The likeness vector, and whether somebody smiles. */
export const EVERYTHING: FaceWish = { embedding: true, emotion: true };

/** What may be a face. */
export interface SeenFace {
  raw: LibraryFace;
  face: Face;
}

/** The faces that count in a photo, the largest sure one first. */
export const findFaces = async (
  pictures: Pictures,
  library: FaceDetector,
  photo: Rgb,
  wish = EVERYTHING,
): Promise<Face[]> => facesThatCount(await lookForFaces(pictures, library, photo, wish), BOUNDS);

/** Everything in a photo that may be a face. */
export async function lookForFaces(
  pictures: Pictures,
  library: FaceDetector,
  photo: Rgb,
  wish: FaceWish,
): Promise<SeenFace[]> {
  const small = await shrinkTo(pictures, photo, DETECTION_SIDE);
  const scale = photo.width / small.width;
  return (await library.detect(small.data, small.width, small.height, wish))
    .filter((f) => f.mesh.length >= 468 && (f.embedding !== undefined || !wish.embedding))
    .map((raw) => ({ raw, face: toFace(raw, scale, photo) }));
}

/**
 * The faces that count, the largest sure one first. A second face counts only when it is sure, large and mostly in the picture:
 * blurred lights in the background look like faces to the detector.
 */
export function facesThatCount(seen: readonly SeenFace[], bounds: Bounds): Face[] {
  const found = seen
    .filter(({ raw }) => raw.faceScore >= bounds.faceScore)
    .filter(({ raw }, _, all) => !all.some((other) => isPhantom(raw, other.raw)))
    .toSorted((a, b) => area(b.raw) - area(a.raw));
  const first = found.find((f) => f.raw.boxScore > SURE) ?? found[0];
  if (!first) return [];
  return found.filter((f) => f === first || countsBeside(f, first, bounds)).map((f) => f.face);
}

const isPhantom = (face: LibraryFace, other: LibraryFace): boolean =>
  other.boxScore > face.boxScore + SURER && overlap(face, other) > SHADOWED * Math.min(area(face), area(other));

const area = (face: LibraryFace): number => face.box[2] * face.box[3];

/** Pixels both boxes cover. An ear before a shelf can pass for a face of its own; of two people cheek to cheek both are sure. */
function overlap({ box: a }: LibraryFace, { box: b }: LibraryFace): number {
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  return Math.max(0, width) * Math.max(0, height);
}

const countsBeside = ({ raw, face }: SeenFace, first: SeenFace, bounds: Bounds): boolean =>
  raw.faceScore >= bounds.secondScore &&
  raw.boxScore > bounds.secondBox &&
  area(raw) > bounds.secondArea * area(first.raw) &&
  face.inside >= bounds.secondInside;

function toFace(raw: LibraryFace, scale: number, photo: Rgb): Face {
  const mesh: Mesh = raw.mesh.map(([x, y, z]) => [x * scale, y * scale, z * scale]);
  const inside = pointsOf(mesh, OVAL).filter(([x, y]) => x >= 0 && y >= 0 && x < photo.width && y < photo.height);
  return {
    mesh,
    height: faceHeightOf(mesh),
    yaw: raw.rotation?.angle.yaw ?? 0,
    pitch: raw.rotation?.angle.pitch ?? 0,
    roll: rollOf(mesh),
    embedding: Float32Array.from(raw.embedding ?? []),
    inside: inside.length / OVAL.length,
    happy: raw.emotion?.find((e) => e.emotion === 'happy')?.score ?? 0,
  };
}
