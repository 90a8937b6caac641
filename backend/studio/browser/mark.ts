import { PREVIEW_MARK } from '../core/preview-mark.js';

/** Draws «Vorschau» into the pixels of a picture, as the server does. */
export function drawMark(context: OffscreenCanvasRenderingContext2D): void {
  const { letters, length, slope, share, line, middle } = PREVIEW_MARK;
  const { width, height } = context.canvas;
  const word = new Path2D(letters);
  context.save();
  context.translate(width / 2, height / 2);
  context.rotate((slope * Math.PI) / 180);
  context.scale((width * share) / length, (width * share) / length);
  context.lineJoin = 'round';
  context.lineWidth = 5;
  context.strokeStyle = 'rgb(0 0 0 / 0.2)';
  context.fillStyle = 'rgb(255 255 255 / 0.6)';
  for (const paint of ['stroke', 'fill'] as const)
    for (const row of [-1, 0, 1]) {
      context.save();
      context.translate(-length / 2, row * line + middle);
      context[paint](word);
      context.restore();
    }
  context.restore();
}
