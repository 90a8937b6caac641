import type { FigureLight } from './figure-light.js';
import { lightFigure } from './light-figure.js';
import { traceFigure, type Surface } from './trace-figure.js';
import { openness, type Openness } from './visibility.js';

/** What to render: size in pixels and the light. A 4:5 picture holds the whole frame; the height alone sets the scale. */
export interface FigureOrder {
  width: number;
  height: number;
  light: FigureLight;
}

let last: { surface: Surface; open: Openness } | undefined;

/**
 * Renders the house figure. The same order gives the same bytes. What the camera sees is kept for the next order of the same size.
 * @returns straight RGBA, sRGB, `width × height × 4` bytes
 */
export function renderFigure({ width, height, light }: FigureOrder): Uint8Array {
  if (last?.surface.width !== width || last.surface.height !== height) {
    const surface = traceFigure(width, height);
    last = { surface, open: openness(surface) };
  }
  return lightFigure(last.surface, last.open, light);
}
