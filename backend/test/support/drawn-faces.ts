import sharp from 'sharp';

/** What one drawing of a person shows. Every field has a plain default. */
export interface Drawing {
  /** Picture size in pixels. */
  width: number;
  height: number;
  /** Centre between the eyes and height of the face, as shares of the picture's width and height. */
  x: number;
  y: number;
  size: number;
  /** Tilt of the head in degrees. */
  tilt: number;
  /** How far the features are aside, in units of a face 200 high: turned to the picture's right above 0. */
  turn: number;
  /** 0 closed and calm to 1 broad smile. */
  smile: number;
  /** Scales light on the whole person. */
  light: number;
  background: string;
  jacket: string;
  shirt: string;
  /** The person. */
  skin: string;
  shade: string;
  hair: string;
  iris: string;
  /** Longer face above 1, wider below. */
  long: number;
  /** Fullness of the hair around the head, 1 is short. */
  mane: number;
  /** Colour of the frames of glasses, of dark lenses in them, and of a full beard; '' for none. */
  frames: string;
  lenses: string;
  beard: string;
  /** How deep the sun's shadow below the brows is, in stops. */
  browShadow: number;
}

/** The person of every drawing that says nothing else. */
export const ANNA: Drawing = {
  width: 960,
  height: 1200,
  x: 0.5,
  y: 0.4,
  size: 0.3,
  tilt: 0,
  turn: 0,
  smile: 0.5,
  light: 1,
  background: '#7d8f9c',
  jacket: '#27364d',
  shirt: '#eef0f2',
  skin: '#e2b190',
  shade: '#b97f5f',
  hair: '#4a2f1f',
  iris: '#4d6b4a',
  long: 1,
  mane: 1.12,
  frames: '',
  lenses: '',
  beard: '',
  browShadow: 0,
};

/** Nine drawings of one person: other light, clothes, places and moods. */
export const NINE_DRAWINGS: readonly Partial<Drawing>[] = [
  { smile: 0.6 },
  { background: '#a58f78', jacket: '#4b4f58', x: 0.47, smile: 0.3 },
  { background: '#5f7d68', jacket: '#1e1f24', tilt: 4, smile: 0.8 },
  { background: '#b7b3ad', jacket: '#6a2f35', x: 0.53, size: 0.33, smile: 0.5 },
  { background: '#46576e', jacket: '#8a8174', tilt: -3, smile: 0.2 },
  { background: '#c9b9a0', jacket: '#2f4a3d', size: 0.27, smile: 0.7 },
  { background: '#8c7f96', jacket: '#33415c', light: 0.9, x: 0.49, smile: 0.4 },
  { background: '#6f8a95', jacket: '#54382c', light: 1.06, size: 0.31, smile: 0.9 },
  { background: '#9aa38a', jacket: '#3a3a44', tilt: 2, y: 0.42, smile: 0.55 },
];

/** A second person, clearly somebody else. */
export const OTHER_PERSON: Partial<Drawing> = {
  skin: '#7a4a30',
  shade: '#4f2c1a',
  hair: '#171310',
  iris: '#2c1b10',
  long: 1.16,
  mane: 1.02,
  background: '#b9c2c6',
  jacket: '#5b2330',
};

/** The drawing as SVG; without a background it has a transparent one. */
export function drawingSvg(part: Partial<Drawing> = {}, withBackground = true): string {
  const d: Drawing = { ...ANNA, ...part };
  const background = withBackground
    ? `<rect width="100%" height="100%" fill="${d.background}"/>${backgroundDetail(d)}`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${d.width}" height="${d.height}">${definitions(d)}${background}${figure(d)}</svg>`;
}

/** A drawing as JPEG. */
export const drawnPhoto = (part: Partial<Drawing> = {}): Promise<Buffer> => jpegOf(drawingSvg(part));

/** Photos of the one drawn person; more than nine repeat the drawings in other places. */
export function drawnPerson(count = 9): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, i) => {
      const part = NINE_DRAWINGS[i % NINE_DRAWINGS.length]!;
      const round = Math.floor(i / NINE_DRAWINGS.length);
      return drawnPhoto(round === 0 ? part : { ...part, size: (part.size ?? 0.3) * (1 - 0.03 * round) });
    }),
  );
}

/** The person alone: straight RGBA with the drawing's exact alpha. */
export async function drawnCutout(
  part: Partial<Drawing> = {},
): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(Buffer.from(drawingSvg(part, false)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Drawings that must be refused, with the reason for each. */
export async function badDrawings(): Promise<{ name: string; bytes: Buffer; reason: string }[]> {
  const good = await drawnPhoto();
  const two = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${definitions(ANNA)}<rect width="100%" height="100%" fill="#889"/>${figure({ ...ANNA, x: 0.42 })}<g transform="translate(700 0)">${figure({ ...ANNA, x: 0.45 })}</g></svg>`;
  return [
    { name: 'two faces', bytes: await jpegOf(two), reason: 'many_faces' },
    {
      name: 'no face',
      bytes: await jpegOf(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="100%" height="100%" fill="#58a"/><circle cx="300" cy="500" r="180" fill="#ca4"/></svg>',
      ),
      reason: 'no_face',
    },
    { name: 'blurred', bytes: await sharp(good).blur(13).jpeg({ quality: 92 }).toBuffer(), reason: 'blurred' },
    { name: 'dark', bytes: await sharp(good).linear(0.16, 0).jpeg({ quality: 95 }).toBuffer(), reason: 'too_dark' },
    { name: 'far away', bytes: await drawnPhoto({ size: 0.075, y: 0.45 }), reason: 'too_small' },
    {
      name: 'cut',
      bytes: await sharp(good).extract({ left: 0, top: 0, width: 570, height: 1200 }).jpeg({ quality: 92 }).toBuffer(),
      reason: 'face_cut',
    },
    { name: 'half a file', bytes: good.subarray(0, good.length / 2), reason: 'damaged' },
    { name: 'text', bytes: Buffer.from('This is a letter, not a photo.'), reason: 'unsupported_format' },
    {
      name: 'the head of a HEIC file',
      bytes: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1')]),
      reason: 'damaged',
    },
  ];
}

const drawn = new Map<string, Promise<Buffer>>();

/** Each drawing once in a process: its grain takes a third of a second. */
function jpegOf(svg: string): Promise<Buffer> {
  const known = drawn.get(svg);
  if (known) return known;
  const jpeg = sharp(Buffer.from(svg)).jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer();
  drawn.set(svg, jpeg);
  return jpeg;
}

/** The colours that pieces are filled with. */
export function definitions(d: Drawing): string {
  return `<defs>
  <radialGradient id="skin" cx=".45" cy=".38" r=".75"><stop offset="0" stop-color="${lit(d.skin, d.light * 1.08)}"/><stop offset=".6" stop-color="${lit(d.skin, d.light)}"/><stop offset="1" stop-color="${lit(d.shade, d.light)}"/></radialGradient>
  <linearGradient id="neck" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${lit(d.shade, d.light * 0.9)}"/><stop offset="1" stop-color="${lit(d.skin, d.light * 0.95)}"/></linearGradient>
  <linearGradient id="jacket" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lit(d.jacket, d.light * 1.25)}"/><stop offset="1" stop-color="${lit(d.jacket, d.light * 0.8)}"/></linearGradient>
  <radialGradient id="hair" cx=".4" cy=".2" r=".9"><stop offset="0" stop-color="${lit(d.hair, d.light * 1.5)}"/><stop offset="1" stop-color="${lit(d.hair, d.light * 0.85)}"/></radialGradient>
  <filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".55" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  .5 0 0 0 -.12"/><feComposite in2="SourceGraphic" operator="in"/><feBlend in2="SourceGraphic" mode="soft-light"/></filter>
  ${relief('folds', '.015', { height: 20, azimuth: 235, shine: 0.2 })}${relief('strands', '.4 .05', { height: 7, azimuth: 10, shine: 0 })}${relief('pores', '.05', { height: 2, azimuth: 200, shine: 0 })}
  </defs>`;
}

/** Light on an uneven surface: what is flat everywhere a network takes for a wall. @param shine what is added where the light falls */
const relief = (
  id: string,
  frequency: string,
  { height, azimuth, shine }: { height: number; azimuth: number; shine: number },
): string =>
  `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="7"/><feDiffuseLighting surfaceScale="${height}" diffuseConstant="1.25" lighting-color="#fff"><feDistantLight azimuth="${azimuth}" elevation="55"/></feDiffuseLighting><feComposite in2="SourceGraphic" operator="arithmetic" k1="1" k2="${shine}" k4="${-0.6 * shine}"/><feComposite in2="SourceGraphic" operator="in"/></filter>`;

/** A few soft shapes, so that the background is not one flat colour. */
function backgroundDetail(d: Drawing): string {
  return `<rect x="${d.width * 0.05}" y="0" width="${d.width * 0.12}" height="${d.height}" fill="#fff" opacity=".12"/><rect x="${d.width * 0.8}" y="0" width="${d.width * 0.07}" height="${d.height}" fill="#000" opacity=".1"/>`;
}

/** The person, drawn in units of a face 200 high around the middle of the eyes. */
function figure(d: Drawing): string {
  const { clothes, neck, mane, face, fringe, features } = piecesOf(d);
  return `<g transform="${placeOf(d)}" filter="url(#grain)">${clothes}${neck}<g transform="${turnOf(d)}">${mane}${face}${fringe}<g transform="translate(${d.turn} 0)">${features}</g></g></g>`;
}

/** Brings the units of a face 200 high to the picture's pixels. */
export const placeOf = (d: Drawing): string =>
  `translate(${d.x * d.width} ${d.y * d.height}) scale(${(d.size * d.height) / 200})`;

/** Turns the head on its neck. */
export const turnOf = (d: Drawing): string => `rotate(${d.tilt} 0 90) scale(1 ${d.long})`;

/** The pieces a person is drawn of, from the back to the front; `mane`, `face`, `fringe` and `features` turn with the head. */
export function piecesOf(d: Drawing): Record<'clothes' | 'neck' | 'mane' | 'face' | 'fringe' | 'features', string> {
  const mouth = 66 + d.smile * 2;
  const corner = mouth - d.smile * 9;
  const lip = lit('#b4584f', d.light);
  return {
    clothes: `<g filter="url(#folds)"><path d="M-60 132 C-150 150 -205 175 -222 260 L-240 700 L240 700 L222 260 C205 175 150 150 60 132 Z" fill="url(#jacket)"/>
  <path d="M-52 130 L0 250 L52 130 Z" fill="${lit(d.shirt, d.light)}"/>
  <path d="M-62 132 L-20 240 L0 262 L-74 320 L-112 160 Z M62 132 L20 240 L0 262 L74 320 L112 160 Z" fill="${lit(d.jacket, d.light * 1.4)}"/></g>`,
    neck: `<path d="M-40 70 L-44 140 Q0 190 44 140 L40 70 Z" fill="url(#neck)" filter="url(#pores)"/>`,
    mane: `<path d="M-${86 * d.mane} 10 C-${98 * d.mane} -130 -40 -${140 * d.mane} 0 -${138 * d.mane} C40 -${140 * d.mane} ${98 * d.mane} -130 ${86 * d.mane} 10 L${80 * d.mane} 48 L-${80 * d.mane} 48 Z" fill="url(#hair)" filter="url(#strands)"/>`,
    face: `<ellipse cx="-82" cy="14" rx="12" ry="22" fill="${lit(d.shade, d.light)}"/><ellipse cx="82" cy="14" rx="12" ry="22" fill="${lit(d.shade, d.light)}"/>
   <path d="M-78 -20 C-80 -80 -45 -98 0 -98 C45 -98 80 -80 78 -20 C78 40 60 84 26 104 Q0 114 -26 104 C-60 84 -78 40 -78 -20 Z" fill="url(#skin)" filter="url(#pores)"/>`,
    fringe: `<path d="M-80 -22 C-82 -92 -40 -112 0 -110 C44 -112 82 -92 80 -22 C72 -56 50 -74 24 -78 C-10 -72 -58 -66 -80 -22 Z" fill="url(#hair)" filter="url(#strands)"/>`,
    features: `${eye(-34, d)}${eye(34, d)}
   <path d="M-52 -20 Q-34 -32 -15 -22 L-16 -17 Q-34 -25 -51 -15 Z M52 -20 Q34 -32 15 -22 L16 -17 Q34 -25 51 -15 Z" fill="${lit(d.hair, d.light * 0.9)}"/>
   <path d="M-5 2 C-8 20 -14 34 -15 42 Q-9 49 0 48 Q9 49 15 42 C14 34 8 20 5 2" fill="${lit(d.shade, d.light)}" opacity=".38"/>
   <path d="M-11 43 q4 -4 7 1 M11 43 q-4 -4 -7 1" stroke="${lit('#5a3024', d.light)}" stroke-width="3" fill="none"/>
   <path d="M-30 ${corner} Q-12 ${mouth - 7} 0 ${mouth - 4} Q12 ${mouth - 7} 30 ${corner} Q0 ${mouth + 4} -30 ${corner} Z" fill="${lip}"/>
   <path d="M-28 ${corner + 1} Q0 ${mouth + 5 + d.smile * 4} 28 ${corner + 1} Q0 ${mouth + 4} -28 ${corner + 1} Z" fill="#f2ece6"/>
   <path d="M-30 ${corner} Q0 ${mouth + 24 + d.smile * 4} 30 ${corner} Q0 ${mouth + 9 + d.smile * 5} -30 ${corner} Z" fill="${lip}"/>
   <path d="M-44 30 Q-40 50 -36 58 M44 30 Q40 50 36 58" stroke="${lit(d.shade, d.light)}" stroke-width="2.5" fill="none" opacity=".6"/>
   ${d.beard ? beard(d) : ''}${d.browShadow > 0 ? browShadow(d) : ''}${d.frames ? glasses(d) : ''}`,
  };
}

/** Around the mouth, from ear to ear. */
const beard = (d: Drawing): string =>
  `<path d="M-78 20 C-78 60 -62 92 -28 112 Q0 124 28 112 C62 92 78 60 78 20 C70 44 52 52 34 52 Q0 46 -34 52 C-52 52 -70 44 -78 20 Z M-26 62 Q0 54 26 62 Q0 88 -26 62 Z" fill-rule="evenodd" fill="${lit(d.beard, d.light)}"/>`;

/** The light that is left in it is redder: skin beside it lights it. */
function browShadow(d: Drawing): string {
  const left = 2 ** (-d.browShadow / 2.2);
  const fill = `rgb(${[1.07, 1, 0.95].map((tint) => Math.round(Math.min(1, left * tint) * 255)).join(' ')})`;
  return [-34, 34]
    .map((x) => `<ellipse cx="${x}" cy="2" rx="26" ry="17" fill="${fill}" style="mix-blend-mode:multiply"/>`)
    .join('');
}

const glasses = (d: Drawing): string =>
  [-34, 34]
    .map(
      (x) =>
        `<rect x="${x - 27}" y="-17" width="54" height="42" rx="14" fill="${d.lenses || 'none'}" fill-opacity=".94" stroke="${d.frames}" stroke-width="5"/>`,
    )
    .join('') +
  `<path d="M-8 -2 Q0 -7 8 -2 M-60 -6 L-80 -2 M60 -6 L80 -2" stroke="${d.frames}" stroke-width="5" fill="none"/>`;

function eye(x: number, d: Drawing): string {
  return `<path d="M${x - 18} 2 Q${x} -12 ${x + 18} 2 Q${x} 11 ${x - 18} 2 Z" fill="#f4f1ec"/>
  <circle cx="${x}" cy="0" r="8" fill="${d.iris}"/><circle cx="${x}" cy="0" r="3.8" fill="#0c0a09"/><circle cx="${x - 2.5}" cy="-3" r="1.8" fill="#fff"/>
  <path d="M${x - 19} 3 Q${x} -14 ${x + 19} 3" stroke="#2a1a12" stroke-width="2.6" fill="none"/>
  <path d="M${x - 18} -6 Q${x} -19 ${x + 18} -6" stroke="${lit(d.shade, d.light)}" stroke-width="1.6" fill="none"/>`;
}

/** A colour made brighter or darker. */
export function lit(hex: string, factor: number): string {
  const channel = (at: number): string =>
    Math.min(255, Math.round(parseInt(hex.slice(at + 1, at + 3), 16) * factor))
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(2)}${channel(4)}`;
}
