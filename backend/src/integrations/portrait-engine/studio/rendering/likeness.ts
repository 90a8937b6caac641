import type { FaceLibrary } from '../models/face-library.js';
import { shrinkTo } from '../photo/decode.js';
import { cosine, embeddingFromText } from '../../photo-likeness.js';
import { findFaces } from '../photo/faces.js';
import { decodeNormalised } from '../training/analyse.js';

/** Side to which portraits are reduced before comparing; the face still has more pixels than the model looks at. */
const COMPARISON_SIDE = 800;

/** Highest cosine of a portrait's face to the person's own photos; 0 when no single face is found. */
export async function likenessOf(library: FaceLibrary, jpeg: Buffer, references: readonly string[]): Promise<number> {
  const faces = await findFaces(library, await shrinkTo(await decodeNormalised(jpeg), COMPARISON_SIDE));
  if (faces.length !== 1) return 0;
  return Math.max(...references.map((text) => cosine(faces[0].embedding, embeddingFromText(text))));
}
