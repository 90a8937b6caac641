import type { Portrait } from './generations-data';

type Face = NonNullable<Portrait['face']>;

/** Where the eyes come to lie in both pictures, as shares of what is seen of them. */
const EYES = { x: 0.5, y: 0.42 };

/** How a picture is enlarged and moved in its frame: CSS's scale, and shares of the frame's width and height. */
export interface Placed {
  scale: number;
  x: number;
  y: number;
}

/** How far a picture has to be enlarged for its eyes to lie there without an edge of it in the frame. */
const needed = ({ x, y }: Face): number =>
  Math.max(EYES.x / x, (1 - EYES.x) / (1 - x), EYES.y / y, (1 - EYES.y) / (1 - y));

/**
 * Puts the faces of several pictures of one shape at one place and size, so that they can be compared. Nothing but the pictures is seen in their
 * frames, and they are enlarged no more than that needs. Null where a face is not known (runs kept on the device before that was told), or lies at
 * the very edge.
 */
export function atSameEyeLine(faces: readonly (Face | null | undefined)[]): Placed[] | null {
  if (!faces.every((face) => face && face.x > 0 && face.x < 1 && face.y > 0 && face.y < 1)) return null;
  const known = faces as readonly Face[];
  const height = Math.max(...known.map((face) => face.height * needed(face)));
  return known.map((face) => {
    const scale = height / face.height;
    return { scale, x: EYES.x - face.x * scale, y: EYES.y - face.y * scale };
  });
}
