import { elementOf } from '../element-of.js';
import type { FaceDetector } from '../models/face-library.js';
import { shrinkTo, type Pictures } from '../pictures.js';
import { cosine, embeddingFromText } from '../photo-likeness.js';
import type { FacePlace } from '../port.js';
import { findFaces } from '../photo/faces.js';
import { eyeOpening, LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../photo/landmarks.js';

/** Side to which portraits are reduced before comparing; the face still has more pixels than the model looks at. */
const COMPARISON_SIDE = 800;

/** Highest cosine of a portrait's face to the person's own photos; 0 when no single face is found. */
export async function likenessOf(
  pictures: Pictures,
  library: FaceDetector,
  jpeg: Uint8Array,
  references: readonly string[],
): Promise<number> {
  const faces = await findFaces(
    pictures,
    library,
    await shrinkTo(pictures, await pictures.decode(jpeg), COMPARISON_SIDE),
  );
  const [face, another] = faces;
  if (!face || another) return 0;
  return Math.max(...references.map((text) => cosine(face.embedding, embeddingFromText(text))));
}

/** What is to be seen in a finished picture. */
export interface Examination {
  faces: number;
  /** Where the only face is, in the picture's pixels; null when there is none or more than one. */
  face: FacePlace | null;
  /** Highest cosine to the person's own photos; null without anything to compare with. */
  likeness: number | null;
  /** How widely the eyes are open, see `eyeOpening`. */
  eyes: number;
}

/** Looks at a picture that was made elsewhere. */
export async function examine(
  pictures: Pictures,
  library: FaceDetector,
  jpeg: Uint8Array,
  references: readonly string[],
): Promise<Examination> {
  const picture = await pictures.decode(jpeg);
  const small = await shrinkTo(pictures, picture, COMPARISON_SIDE);
  const faces = await findFaces(pictures, library, small);
  const [face, another] = faces;
  if (!face || another) return { faces: faces.length, face: null, likeness: null, eyes: 0 };
  const { mesh, height, embedding } = face;
  const scale = picture.width / small.width;
  const [leftEye, rightEye] = [elementOf(mesh, LEFT_EYE_OUTER), elementOf(mesh, RIGHT_EYE_OUTER)];
  const middle = (axis: 0 | 1): number => ((leftEye[axis] + rightEye[axis]) / 2) * scale;
  const likeness =
    references.length === 0 ? null : Math.max(...references.map((text) => cosine(embedding, embeddingFromText(text))));
  return { faces: 1, face: { x: middle(0), y: middle(1), height: height * scale }, likeness, eyes: eyeOpening(mesh) };
}
