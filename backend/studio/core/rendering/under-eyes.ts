import { elementOf } from '../element-of.js';
import { UNDER_LEFT_EYE, UNDER_RIGHT_EYE, type Point } from '../photo/landmarks.js';
import { blur } from '../raster/blur.js';
import { maskedBlur } from '../raster/masked-blur.js';
import { fillPolygon } from '../raster/polygon.js';
import { give, takeZeros } from '../raster/scratch.js';

/**
 * How much darker the skin below the eyes is than the cheeks around it, 0..1; 0 elsewhere. A scratch buffer.
 * @param soft brightness without blotches @param skin 1 where the face's bare skin is @param unit see `UNIT_FACE_HEIGHT`, as a factor
 */
export function shadowsUnderEyes(
  soft: Float32Array,
  skin: Float32Array,
  points: readonly Point[],
  width: number,
  height: number,
  unit: number,
): Float32Array {
  const place = takeZeros(soft.length);
  for (const part of [UNDER_LEFT_EYE, UNDER_RIGHT_EYE]) {
    fillPolygon(
      place,
      width,
      height,
      part.map((i): [number, number] => [...elementOf(points, i)]),
    );
  }
  const shadows = blur(place, width, height, 7 * unit);
  const around = maskedBlur(soft, skin, width, height, 34 * unit);
  for (let i = 0; i < shadows.length; i++) {
    const darker = Math.max(0, around[i]! - soft[i]!);
    // Deep shadows are the shape of the eye's socket.
    shadows[i]! *= darker * Math.exp(-60 * darker * darker);
  }
  give(place, around);
  return shadows;
}
