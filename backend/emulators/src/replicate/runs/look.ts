/** The grounds that can be drawn. */
export type BackdropKind = 'plain' | 'canvas' | 'two-tone' | 'spots';

/** How the picture of a style is drawn: what is behind the photo, the photo's outline, and its light. */
export interface Look {
  backdrop: { kind: BackdropKind; colours: readonly [string, string] };
  /** The outline of the photo. */
  outline: 'arch' | 'oval' | 'frame';
  /** Width of the photo as a share of the picture's. */
  share: number;
  light: {
    /** -1 cool to 1 warm. */
    warmth: number;
    brightness: number;
    saturation: number;
    /** Slope of the tones around mid grey. */
    contrast: number;
    /** How dark the side is that the light does not reach, 0 to 1. */
    shade: number;
  };
}

/** Places by the words of a prompt, the most telling first: colours from above to below, and their light. */
const PLACES: readonly { words: RegExp; colours: readonly [string, string]; light: Partial<Look['light']> }[] = [
  {
    words: /\b(?:lobby|hall|interior)\b.*(?:dusk|evening|night|blue hour)/,
    colours: ['#c99a63', '#2b4673'],
    light: { warmth: 0.35, brightness: 0.97, contrast: 1.05, shade: 0.24 },
  },
  {
    words: /sunset|night|dusk|evening|blue hour/,
    colours: ['#16233f', '#3d5580'],
    light: { warmth: -0.5, brightness: 0.92, contrast: 1.06, shade: 0.28 },
  },
  {
    words: /\blake|\bsea\b|shore|beach|\bwater/,
    colours: ['#f7cf94', '#c97f42'],
    light: { warmth: 0.9, saturation: 1.12, shade: 0.18 },
  },
  {
    words: /panelled walls/,
    colours: ['#4d6f57', '#1c3528'],
    light: { warmth: 0.45, brightness: 0.95, contrast: 1.05, shade: 0.3 },
  },
  {
    words: /\bbooks?\b|library/,
    colours: ['#3b2617', '#8a5c38'],
    light: { warmth: 0.7, brightness: 0.94, contrast: 1.06, shade: 0.3 },
  },
  { words: /entrance hall|lobby/, colours: ['#dcebf3', '#b08c5e'], light: { warmth: -0.15, brightness: 1.07 } },
  { words: /\boffice/, colours: ['#e9eef0', '#71858f'], light: { brightness: 1.04, shade: 0.16 } },
  {
    words: /tall window|window light/,
    colours: ['#ffffff', '#dfe8ee'],
    light: { warmth: -0.1, brightness: 1.08, contrast: 0.97, shade: 0.34 },
  },
  {
    words: /\bpark\b|\btrees?\b|garden|forest|meadow/,
    colours: ['#b9d49a', '#4f7a3d'],
    light: { warmth: 0.15, saturation: 1.1 },
  },
  { words: /\bcity\b|street|skyline/, colours: ['#a9c6dc', '#5b7890'], light: { warmth: -0.2, brightness: 1.04 } },
];

/** Colours as prompts name them: a light and a dark tone of each. */
const COLOURS: readonly [RegExp, readonly [string, string]][] = [
  [/\bblack/, ['#2a2b2e', '#0b0b0d']],
  [/\bwhite|off-white/, ['#fbfaf7', '#dfdcd5']],
  [/\bgr[ea]y/, ['#a9abad', '#636568']],
  [/\bsand|\bbeige|\bcream/, ['#e6d2b1', '#b7976a']],
  [/\bblue|\bnavy/, ['#6d8fbd', '#2c4a78']],
  [/\bgreen|\bsage/, ['#b0bda2', '#6f8068']],
  [/\bterracotta|\borange|\bcopper/, ['#cf7a55', '#a5502f']],
  [/\bindigo|\bviolet|\bpurple/, ['#5a5a9c', '#2e2f63']],
  [/\bred\b|\bburgundy/, ['#b1534f', '#742b2c']],
  [/\byellow|\bgold/, ['#e8c868', '#b28d2c']],
  [/\bpink|\brose\b/, ['#e6b8b8', '#bb7f83']],
  [/\bbrown/, ['#a07c5d', '#62472f']],
];
const UNKNOWN_GROUND = ['#d9d6cf', '#a8a49b'] as const;

/** The look that the words of a prompt ask for. The same words always give the same one; words nobody knows give a plain light ground. */
export function lookOf(prompt: string): Look {
  const words = prompt.toLowerCase();
  const place = PLACES.find((one) => one.words.test(words));
  if (!place) return studioLook(words);
  const light = { warmth: 0, brightness: 1, saturation: 1, contrast: 1, shade: 0, ...place.light };
  return { backdrop: { kind: 'spots', colours: place.colours }, outline: 'arch', share: 0.8, light };
}

function studioLook(words: string): Look {
  // Clothes have colours, too: only what stands before the word for the ground counts, or right after it.
  const ground = /([^,]*)\b(background|backdrop|canvas|wall)\b([^,]*)/.exec(words);
  const [first, second] = coloursIn(ground?.[0] ?? '');
  const isHard = /hard light|editorial/.test(words);
  const isDramatic = /dramatic|strong contrast/.test(words);
  const light = {
    warmth: /\bwarm\b/.test(words) ? 0.6 : /\bcool\b/.test(words) ? -0.5 : 0,
    brightness: /bright|airy/.test(words) ? 1.08 : isDramatic ? 0.94 : 1,
    saturation: isDramatic ? 0.8 : isHard ? 1.15 : 0.96,
    contrast: isDramatic ? 1.18 : isHard ? 1.16 : 1,
    shade: isDramatic ? 0.45 : isHard ? 0.45 : /side|directional/.test(words) ? 0.25 : 0,
  };
  if (first && second)
    return { backdrop: { kind: 'two-tone', colours: [first[0], second[1]] }, outline: 'frame', share: 0.78, light };
  const kind = ground?.[2] === 'canvas' ? 'canvas' : 'plain';
  return {
    backdrop: { kind, colours: first ?? UNKNOWN_GROUND },
    outline: isDramatic || kind === 'canvas' ? 'arch' : 'oval',
    share: isDramatic ? 0.86 : 0.84,
    light,
  };
}

/** In the order in which the words name them. */
function coloursIn(words: string): (readonly [string, string])[] {
  const found = COLOURS.map(([name, tones]) => ({ at: words.search(name), tones })).filter(({ at }) => at >= 0);
  return found.toSorted((a, b) => a.at - b.at).map(({ tones }) => tones);
}
