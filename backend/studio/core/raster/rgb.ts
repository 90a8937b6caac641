/** Interleaved 8-bit sRGB. */
export interface Rgb {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Interleaved 8-bit pixels: grey, sRGB, or sRGB with straight alpha. */
export interface Raster extends Rgb {
  channels: 1 | 3 | 4;
}

/** A copy of a rectangle of whole pixels inside a picture. */
export function partOf(
  { data, width, channels }: Raster,
  region: { left: number; top: number; width: number; height: number },
): Raster {
  const out = new Uint8Array(region.width * region.height * channels);
  for (let y = 0; y < region.height; y++) {
    const from = ((y + region.top) * width + region.left) * channels;
    out.set(data.subarray(from, from + region.width * channels), y * region.width * channels);
  }
  return { data: out, width: region.width, height: region.height, channels };
}

/** Turns a picture by quarter turns clockwise. */
export function quarterTurns(picture: Rgb, turns: number): Rgb {
  let turned = picture;
  for (let turn = 0; turn < turns; turn++) turned = quarterTurn(turned);
  return turned;
}

function quarterTurn({ data, width, height }: Rgb): Rgb {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      const to = (x * height + height - 1 - y) * 3;
      for (let c = 0; c < 3; c++) out[to + c] = data[from + c]!;
    }
  }
  return { data: out, width: height, height: width };
}
