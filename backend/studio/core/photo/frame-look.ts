import type { FaceDetector } from '../models/face-library.js';
import type { Pictures } from '../pictures.js';
import type { Rgb } from '../raster/rgb.js';
import { measureClothes } from './clothes.js';
import type { Face } from './face.js';
import { measureFaceLight } from './face-light.js';
import { findFaces } from './faces.js';
import { distance, eyeOpening, LEFT_EYE_OUTER, mouthOpening, RIGHT_EYE_OUTER } from './landmarks.js';
import { measureSharpness } from './measure-sharpness.js';

/** What a picture of the camera shows while somebody gets ready for a photo. Places and sizes are shares of the picture. */
export interface FrameLook {
  /** How many faces count. */
  faces: number;
  /** The largest of them. */
  face: FaceLook | null;
}

export interface FaceLook {
  /** Middle of the face: share of the picture's width and height. */
  x: number;
  y: number;
  /** Forehead to chin, by the picture's height. */
  height: number;
  /** Turn of the head in radians: positive towards the picture's left. */
  yaw: number;
  /** Tilt towards a shoulder in radians. */
  roll: number;
  /** Share of the face's outline inside the picture. */
  inside: number;
  /** Mean grey of the face, 0 to 255, and the share of it that is burnt to white. */
  light: number;
  clipped: number;
  /** Height by width: an eye is open from about .2, a mouth from about .3. */
  eyes: number;
  mouth: number;
  /** Width of the mouth by the distance of the eyes' outer corners: about .6 at rest, wider with a smile. */
  mouthWidth: number;
  /** As `Sharpness.reblur`: the photo check refuses a picture below `BOUNDS.reblur`. */
  sharpness: number;
  /** Mean colour below the chin, 8-bit sRGB; null where the picture does not show it. */
  clothes: [r: number, g: number, b: number] | null;
}

const MOUTH_CORNERS = [61, 291] as const;

/** Looks at one picture of the camera, with neither likeness nor emotion. */
export async function lookAtFrame(pictures: Pictures, detector: FaceDetector, frame: Rgb): Promise<FrameLook> {
  const faces = await findFaces(pictures, detector, frame, { embedding: false, emotion: false });
  const [face] = faces;
  return { faces: faces.length, face: face ? await lookAtFace(pictures, frame, face) : null };
}

async function lookAtFace(pictures: Pictures, frame: Rgb, face: Face): Promise<FaceLook> {
  const { mesh } = face;
  const light = measureFaceLight(frame, face);
  const middle = (axis: 0 | 1): number => {
    const values = mesh.map((point) => point[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return {
    x: middle(0) / frame.width,
    y: middle(1) / frame.height,
    height: face.height / frame.height,
    yaw: face.yaw,
    roll: face.roll,
    inside: face.inside,
    light: light.mean,
    clipped: light.clipped,
    eyes: eyeOpening(mesh),
    mouth: mouthOpening(mesh),
    mouthWidth: distance(mesh, ...MOUTH_CORNERS) / distance(mesh, LEFT_EYE_OUTER, RIGHT_EYE_OUTER),
    sharpness: (await measureSharpness(pictures, frame, face)).reblur,
    clothes: measureClothes(frame, face),
  };
}
