import type { FigureLight } from './figure-light.js';
import type { Head } from './figure/heads.js';
import { lightFigure, type SeenHead } from './light-figure.js';
import { traceFigure } from './trace-figure.js';
import { openness } from './visibility.js';

/** What to render: which head, size in pixels and the light. A 4:5 picture holds the whole frame; the height alone sets the scale. */
export interface FigureOrder {
  head: Head;
  /** The side of the picture to which the head turns. */
  looks: 'left' | 'right';
  width: number;
  height: number;
  light: FigureLight;
}

const seenHeads = new Map<Head, SeenHead>();

/**
 * Renders a house figure. The same order gives the same bytes. What the camera sees is kept for the next order of the same size.
 * @returns straight RGBA, sRGB, `width × height × 4` bytes
 */
export function renderFigure({ head, looks, width, height, light }: FigureOrder): Uint8Array {
  let seen = seenHeads.get(head);
  if (seen?.surface.width !== width || seen.surface.height !== height) {
    const surface = traceFigure(head, width, height);
    seen = { head, surface, open: openness(head, surface) };
    seenHeads.set(head, seen);
  }
  // All heads are sculpted looking to the right; the others are their mirror image, in light that is mirrored first.
  return looks === 'right' ? lightFigure(seen, light) : mirrorRows(lightFigure(seen, mirrorLight(light)), width);
}

function mirrorLight({ lamps, surroundings, ...rest }: FigureLight): FigureLight {
  return {
    ...rest,
    lamps: lamps.map(({ towards: [x, y, z], ...lamp }) => ({ ...lamp, towards: [-x, y, z] })),
    surroundings: { ...surroundings, left: surroundings.right, right: surroundings.left },
  };
}

function mirrorRows(rgba: Uint8Array, width: number): Uint8Array {
  const pixels = new Uint32Array(rgba.buffer);
  for (let row = 0; row < pixels.length; row += width) pixels.subarray(row, row + width).reverse();
  return rgba;
}
