/** How a picture is seen: how much larger than whole, and how far its middle lies from the window's, in pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** What a view moves within, in pixels of the screen. */
export interface Bounds {
  /** The middle of the window. */
  x: number;
  y: number;
  window: Size;
  /** The picture while it is seen whole. */
  picture: Size;
}

export interface Point {
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
/** More would show nothing but pixels. */
export const MOST = 4;

/** The same view larger or smaller, with what is under a point staying there; the picture never leaves the window's middle. */
export function scaledTo(view: View, scale: number, at: Point, bounds: Bounds): View {
  const next = Math.min(MOST, Math.max(1, scale));
  const keep = (point: number, middle: number, moved: number) =>
    point - middle - ((point - middle - moved) / view.scale) * next;
  return within({ scale: next, x: keep(at.x, bounds.x, view.x), y: keep(at.y, bounds.y, view.y) }, bounds);
}

/** The same view moved. */
export const movedBy = (view: View, by: Point, bounds: Bounds): View =>
  within({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, bounds);

/** As far as there is something to be seen, and no further. */
function within({ scale, x, y }: View, { window, picture }: Bounds): View {
  const reach = (there: number, seen: number) => Math.max(0, (there * scale - seen) / 2);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;
  return { scale, x: clamp(x, reach(picture.width, window.width)), y: clamp(y, reach(picture.height, window.height)) };
}
