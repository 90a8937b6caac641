/** What can be put on a canvas. */
export type Drawable = ImageBitmap | HTMLCanvasElement;
export type Draw = (canvas: HTMLCanvasElement, picture: Drawable) => void;

/** A picture on a canvas of its size. */
export const drawPicture: Draw = (canvas, picture) => {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
};

/** A canvas that says what it shows. */
export function pictureOf(picture: Drawable, label: string, draw: Draw): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  draw(canvas, picture);
  return canvas;
}

/** Takes a picture away and gives its memory back at once, instead of some time later. */
export function forget(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}
