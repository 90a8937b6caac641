/** The colour tokens of a stylesheet for one theme, by name without the dashes. */
export function colours(css: string, theme: 'light' | 'dark'): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of css.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const pair = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value);
    const colour = pair ? pair[theme === 'light' ? 1 : 2] : /^#[\da-f]{6}$/.test(value) ? value : undefined;
    if (colour) found.set(name, colour);
  }
  return found;
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb` and what browsers answer for a colour, `rgb(1, 2, 3)`; null for anything else, transparent colours included. */
export function parseColour(text: string): Rgb | null {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (hex) return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part ?? '', 16)) as unknown as Rgb;
  const rgb = /^rgb\((\d+),? (\d+),? (\d+)\)$/.exec(text);
  return rgb ? ([rgb[1], rgb[2], rgb[3]].map(Number) as unknown as Rgb) : null;
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
