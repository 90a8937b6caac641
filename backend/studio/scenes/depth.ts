import { BLEED, Layer, PAINT_HEIGHT, PAINT_WIDTH, stack, type Colour, type Corner, type Painting } from './layer.js';

/** A portrait lens before a sensor in portrait format. */
export interface Lens {
  /** Focal length in millimetres. */
  readonly focal: number;
  /** The f-number: the smaller, the more blur. */
  readonly aperture: number;
  /** Distance in metres at which the person is sharp. */
  readonly focus: number;
}

/** The width of the sensor in millimetres: full frame, held upright. */
const SENSOR_WIDTH = 24;

/** The lens of the scenes that are built in metres: head and shoulders fill the picture at its distance. */
export const PORTRAIT_LENS: Lens = { focal: 70, aperture: 2, focus: 1.8 };

/**
 * Radius in painting pixels of the disc that the lens makes of a point: none at the person, growing behind, nearly the same
 * from 20 m on.
 * @param metres distance from the lens, at least the lens's focus
 */
export function blurRadius({ focal, aperture, focus }: Lens, metres: number): number {
  const metresOfFocal = focal / 1000;
  const farthest = metresOfFocal ** 2 / (aperture * (focus - metresOfFocal));
  const diameter = farthest * Math.max(0, 1 - focus / metres);
  return (diameter / 2 / (SENSOR_WIDTH / 1000)) * PAINT_WIDTH;
}

/** Where the camera stands and how it sees. Space is in metres: x towards the light, y up from the ground, z away from the lens. */
export interface Standpoint {
  readonly lens: Lens;
  /** Height of the lens above the ground in metres. */
  readonly height: number;
  /** Height of the horizon in the picture, as a share of the picture's width. */
  readonly horizon: number;
  /** The side the light comes from: 1 puts large x on the right. */
  readonly side: -1 | 1;
}

/**
 * A scene drawn sharp in space and seen through a lens. It is kept in slices of depth, each blurred as far away as it is; a
 * nearer slice covers the farther ones, so that light creeps around edges as it does in a camera.
 */
export class DepthView {
  /** The farthest first. */
  private readonly slices: { metres: number; layer: Layer }[];
  private readonly scale: number;

  /** @param distances of the slices in metres, in any order; each takes what is nearest to it in blur */
  constructor(
    readonly from: Standpoint,
    distances: readonly number[],
  ) {
    this.scale = from.lens.focal / SENSOR_WIDTH;
    this.slices = distances.toSorted((a, b) => b - a).map((metres) => ({ metres, layer: new Layer() }));
  }

  /** The slice for things at this distance. */
  at(metres: number): Layer {
    const radius = blurRadius(this.from.lens, metres);
    const off = (slice: { metres: number }): number => Math.abs(blurRadius(this.from.lens, slice.metres) - radius);
    return this.slices.reduce((best, slice) => (off(slice) < off(best) ? slice : best)).layer;
  }

  /** Where a point in space is in the picture. */
  see(x: number, y: number, z: number): Corner {
    const { horizon, height, side } = this.from;
    return [0.5 + (side * this.scale * x) / z, horizon - (this.scale * (y - height)) / z];
  }

  /** Length in the picture, in picture widths, of a metre at this distance. */
  size(metres: number): number {
    return this.scale / metres;
  }

  /** The x in metres of what is at this place of the picture and at this distance. */
  across(px: number, metres: number): number {
    return ((px - 0.5) * this.from.side * metres) / this.scale;
  }

  /** The height in metres of what is at this place of the picture and at this distance. */
  up(py: number, metres: number): number {
    return this.from.height + ((this.from.horizon - py) * metres) / this.scale;
  }

  /** Draws an upright rectangle that faces the camera. @param layer another slice than that of its distance */
  panel(
    [left, right]: readonly [number, number],
    [low, high]: readonly [number, number],
    metres: number,
    colour: Colour | ((x: number, y: number) => Colour),
    alpha = 1,
    layer = this.at(metres),
  ): void {
    layer.polygon(
      [
        this.see(left, high, metres),
        this.see(right, high, metres),
        this.see(right, low, metres),
        this.see(left, low, metres),
      ],
      colour,
      alpha,
    );
  }

  /**
   * Draws a floor or a ceiling from the near to the far distance.
   * @param shade colour at x and z in metres, and at its place in the picture; null leaves it open
   */
  level(
    height: number,
    near: number,
    far: number,
    shade: (x: number, z: number, px: number, py: number) => Colour | null,
  ): void {
    const below = height < this.from.height;
    this.recede(near, far, (layer, end) => {
      const line = this.see(0, height, end)[1];
      layer.region(EDGES.left, below ? line : EDGES.top, EDGES.right, below ? EDGES.bottom : line, (px, py) => {
        const z = (this.scale * (this.from.height - height)) / (py - this.from.horizon);
        return z < near || z < 0 || z > far * 2 ? null : shade(this.across(px, z), z, px, py);
      });
    });
  }

  /**
   * Draws an upright wall that leads away from the camera, from the near to the far distance.
   * @param shade colour at y and z in metres; null leaves it open
   */
  wall(x: number, near: number, far: number, shade: (y: number, z: number) => Colour | null): void {
    this.recede(near, far, (layer, end) => {
      const inner = this.see(x, 0, end)[0];
      const right = inner > 0.5;
      layer.region(right ? inner : EDGES.left, EDGES.top, right ? EDGES.right : inner, EDGES.bottom, (px, py) => {
        const z = (this.scale * x * this.from.side) / (px - 0.5);
        return z < near || z > far ? null : shade(this.up(py, z), z);
      });
    });
  }

  /**
   * Visits every slice that a receding surface passes, with the surface's far end there. Each time it is drawn from its near end
   * on: under the soft end of a nearer part lies the next one.
   */
  private recede(near: number, far: number, draw: (layer: Layer, far: number) => void): void {
    this.slices.forEach(({ metres, layer }, i) => {
      const beyond = this.slices[i - 1];
      const end = beyond ? this.between(metres, beyond.metres) : Infinity;
      if (end > near) draw(layer, Math.min(far, end));
    });
  }

  /** The distance whose blur is the mean of two others'. */
  private between(a: number, b: number): number {
    return 2 / (1 / a + 1 / b);
  }

  /** What the lens makes of it. */
  paint(): Painting {
    return stack(this.slices.map(({ metres, layer }) => [layer, blurRadius(this.from.lens, metres)] as const));
  }
}

/** The picture with its bleed, in picture widths. */
export const EDGES = {
  left: -BLEED / PAINT_WIDTH,
  right: 1 + BLEED / PAINT_WIDTH,
  top: -BLEED / PAINT_WIDTH,
  bottom: (PAINT_HEIGHT + BLEED) / PAINT_WIDTH,
} as const;
