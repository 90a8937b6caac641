import { between, createRandom, pick, seedOf, type Random } from '../core/raster/random.js';
import { lit, piecesOf, placeOf, turnOf, type Drawing } from '../../test/support/drawn-faces.js';

/** What a piece of a drawn person is. */
export const PARTS = ['skin', 'hair', 'cloth', 'fingers'] as const;
export type Part = (typeof PARTS)[number];

/** A piece of a person as SVG in pixels of the picture; later ones lie on top. */
interface Piece {
  part: Part;
  svg: string;
}

export const LOOKS = [
  'loose curls',
  'tall curls',
  'bun',
  'braids',
  'headscarf',
  'hat with a brim',
  'fingers at the cheek',
  'scarf',
] as const;
export type Look = (typeof LOOKS)[number];

/** What somebody wears or does beside hair, skin and jacket. */
export interface Person {
  look: Look;
  drawing: Drawing;
  /** Colour of the headscarf, the hat or the scarf. */
  cloth: string;
}

/** The person's pieces, from the back to the front. */
export function piecesOfPerson({ look, drawing, cloth }: Person): Piece[] {
  const { clothes, neck, face, fringe, features } = piecesOf(drawing);
  const random = createRandom(seedOf(look));
  const { hair, light } = drawing;
  const colour = (factor: number): string => lit(hair, light * factor);
  const dye = (factor: number): string => lit(cloth, light * factor);
  const whole = (part: Part, svg: string): Piece => ({ part, svg: `<g transform="${placeOf(drawing)}">${svg}</g>` });
  const turned = (part: Part, svg: string): Piece => whole(part, `<g transform="${turnOf(drawing)}">${svg}</g>`);
  const body = [whole('cloth', clothes + folds(random)), whole('skin', neck + throat(drawing))];
  const head = [turned('skin', face + features)];
  const ownHair = [turned('hair', fringe + combed(random, colour))];
  const short = turned('hair', shortHair(random, colour));
  switch (look) {
    case 'loose curls':
      return [
        turned('hair', looseCurls(random, colour, false)),
        ...body,
        ...head,
        ...ownHair,
        turned('hair', looseCurls(random, colour, true)),
      ];
    case 'tall curls':
      return [
        ...body,
        turned('hair', tallCurls(random, colour)),
        ...head,
        turned('hair', fringe + hairline(random, colour)),
      ];
    case 'bun':
      return [...body, turned('hair', bun(random, colour)), short, ...head, ...ownHair];
    case 'braids':
      return [...body, short, ...head, ...ownHair, turned('hair', braids(random, colour))];
    case 'headscarf':
      return [...body, turned('cloth', headscarfBehind(dye)), ...head, turned('cloth', headscarfBefore(random, dye))];
    case 'hat with a brim':
      return [...body, short, ...head, ...ownHair, turned('cloth', hat(dye))];
    case 'fingers at the cheek':
      return [...body, short, ...head, ...ownHair, whole('cloth', sleeve(drawing)), turned('fingers', hand(drawing))];
    case 'scarf':
      return [
        whole('cloth', scarfBehind(dye)),
        ...body,
        short,
        ...head,
        ...ownHair,
        whole('cloth', scarf(random, dye)),
      ];
  }
}

type Shade = (factor: number) => string;

const n = (v: number): string => v.toFixed(1);
const line = (points: readonly (readonly [number, number])[], stroke: string, width: number, opacity = 1): string =>
  `<polyline points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity.toFixed(2)}"/>`;

/** Soft folds of the jacket. */
function folds(random: Random): string {
  return Array.from({ length: 14 }, () => {
    const x = between(random, -210, 210);
    const y = between(random, 220, 420);
    const fill = pick(random, ['#000', '#fff']);
    return `<path d="M${n(x)} ${n(y)} q${n(between(random, -20, 20))} 60 ${n(between(random, -30, 30))} 150" stroke="${fill}" stroke-width="${n(between(random, 12, 34))}" stroke-linecap="round" fill="none" opacity=".05"/>`;
  }).join('');
}

/** The jaw's shadow on the neck. */
const throat = ({ shade, light }: Drawing): string =>
  `<path d="M-42 92 Q0 146 42 92 L43 118 Q0 160 -43 118 Z" fill="${lit(shade, light * 0.72)}" opacity=".55"/>`;

/** Strands that are combed from the parting to the temples. */
function combed(random: Random, colour: Shade): string {
  const count = 90;
  return Array.from({ length: count }, (_, i) => {
    const t = (i + random()) / count;
    const far = between(random, -4, 4);
    const to = -30 - 46 * (1 - (2 * t - 1) ** 2) + 2 * far;
    return `<path d="M${n(4 + 10 * t)} ${n(-108 + 6 * t)} Q${n((t - 0.5) * 150 + far)} ${n(-100 + 30 * Math.abs(t - 0.5) + far)} ${n((t - 0.5) * 158 + far)} ${n(to)}" stroke="${colour(between(random, 0.6, 1.7))}" stroke-width="${n(between(random, 0.8, 2.4))}" fill="none" opacity=".6"/>`;
  }).join('');
}

/** Hair that lies close to the head down to the ears, with a few stray ends. */
function shortHair(random: Random, colour: Shade): string {
  const lying = Array.from({ length: 220 }, () => {
    const [depth, start, span] = [between(random, 0.78, 1), between(random, -3.3, -0.3), between(random, 0.15, 0.5)];
    const points = Array.from({ length: 6 }, (_, i): [number, number] => {
      const angle = start + (span * i) / 5;
      return [93 * depth * Math.cos(angle), -22 + 131 * depth * Math.sin(angle)];
    });
    return line(points, colour(between(random, 0.6, 1.7)), between(random, 0.8, 2.2), 0.6);
  });
  const strays = Array.from({ length: 16 }, () => {
    const angle = between(random, -Math.PI, 0);
    return stray(random, colour, 93 * Math.cos(angle), -22 + 131 * Math.sin(angle), angle + 0.9, 20);
  });
  return `<path d="M-80 30 C-92 16 -96 0 -95 -24 C-94 -120 -44 -154 0 -154 C44 -154 94 -120 95 -24 C96 0 92 16 80 30 Z" fill="${colour(0.95)}"/>${lying.join('')}${strays.join('')}`;
}

/** A lock that falls in rings: dark below, lit above. */
function ringlet(random: Random, colour: Shade, x: number, y: number, length: number, lean: number): string {
  const wave = between(random, 22, 34);
  const swing = between(random, 5, 9);
  const start = between(random, 0, 6);
  const points = Array.from({ length: Math.ceil(length / 4) }, (_, i): [number, number] => {
    const t = i * 4;
    const phase = start + (2 * Math.PI * t) / wave;
    return [x + lean * t + swing * Math.sin(phase), y + t + 3 * Math.cos(phase)];
  });
  const width = between(random, 5, 9);
  const shade = between(random, 0.65, 1.15);
  return (
    line(points, colour(shade), width) +
    line(points, colour(shade * 1.5), width * 0.4, 0.7) +
    line(
      points.map(([px, py]) => [px + between(random, 1, 2), py + 1]),
      colour(shade * 1.9),
      1,
      0.6,
    )
  );
}

/** Loose curls down to the shoulders; `before` the ones that fall over the cheeks' sides and the jacket. */
function looseCurls(random: Random, colour: Shade, before: boolean): string {
  const locks: string[] = [];
  if (!before) {
    locks.push(
      `<path d="M-104 120 C-150 40 -128 -150 0 -152 C128 -150 150 40 104 120 Q60 150 0 130 Q-60 150 -104 120 Z" fill="${colour(0.7)}"/>`,
    );
    for (let i = 0; i < 60; i++)
      locks.push(
        ringlet(random, colour, between(random, -100, 100), between(random, 0, 50), between(random, 60, 110), 0),
      );
    for (let i = 0; i < 90; i++) {
      const side = between(random, -1, 1);
      const top = -146 + 130 * Math.abs(side) ** 1.6;
      locks.push(
        ringlet(
          random,
          colour,
          side * 118,
          top,
          between(random, 120, 290) * (0.55 + 0.45 * Math.abs(side)),
          side * 0.12,
        ),
      );
    }
  } else {
    for (let i = 0; i < 34; i++) {
      const side = i % 2 === 0 ? -1 : 1;
      locks.push(
        ringlet(
          random,
          colour,
          side * between(random, 82, 122),
          between(random, -96, -10),
          between(random, 150, 250),
          side * 0.1,
        ),
      );
    }
    for (let i = 0; i < 40; i++) {
      const side = between(random, -1, 1);
      locks.push(ringlet(random, colour, side * 84, -140 + 40 * side * side, between(random, 24, 48), side * 0.9));
    }
  }
  for (let i = 0; i < 30; i++) {
    const angle = between(random, -Math.PI, 0);
    locks.push(stray(random, colour, 118 * Math.cos(angle), -20 + 128 * Math.sin(angle), angle, 26));
  }
  return locks.join('');
}

/** A single hair that stands off. */
function stray(random: Random, colour: Shade, x: number, y: number, angle: number, length: number): string {
  const far = between(random, 0.4, 1) * length;
  const bend = between(random, -0.9, 0.9);
  return `<path d="M${n(x)} ${n(y)} q${n((far / 2) * Math.cos(angle + bend))} ${n((far / 2) * Math.sin(angle + bend))} ${n(far * Math.cos(angle))} ${n(far * Math.sin(angle))}" stroke="${colour(between(random, 0.8, 1.6))}" stroke-width="${n(between(random, 0.6, 1.3))}" fill="none" opacity=".8"/>`;
}

/** One turn of a tight curl. */
function coil(random: Random, colour: Shade, x: number, y: number): string {
  const radius = between(random, 4, 9);
  const start = between(random, 0, 6.3);
  const points = Array.from({ length: 9 }, (_, i): [number, number] => {
    const angle = start + i * 0.72;
    const r = radius * (1 - i * 0.07);
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
  return line(points, colour(between(random, 0.55, 2.1)), between(random, 1.6, 3.2), 0.9);
}

/** Tight curls that stand up a head's height above the forehead. */
function tallCurls(random: Random, colour: Shade): string {
  const around = (angle: number): [number, number] => [
    0 + 122 * Math.cos(angle) * (1 + 0.1 * Math.sin(angle) ** 2),
    -62 + (Math.sin(angle) < 0 ? 128 : 96) * Math.sin(angle),
  ];
  const border = Array.from({ length: 72 }, (_, i) => {
    const [x, y] = around((2 * Math.PI * i) / 72);
    const bump = between(random, 0.95, 1.05);
    return [x * bump, -62 + (y + 62) * bump] as const;
  });
  const coils = Array.from({ length: 1500 }, () => {
    const [x, y] = around(between(random, 0, 2 * Math.PI));
    const depth = Math.sqrt(random()) * 1.03;
    return coil(random, colour, x * depth, -62 + (y + 62) * depth);
  });
  const strays = Array.from({ length: 60 }, () => {
    const angle = between(random, -Math.PI * 1.1, Math.PI * 0.1);
    const [x, y] = around(angle);
    return stray(random, colour, x, y, angle, 18);
  });
  return `<polygon points="${border.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${colour(0.75)}" stroke="${colour(0.75)}" stroke-width="6" stroke-linejoin="round"/>${coils.join('')}${strays.join('')}`;
}

/** Small curls along the forehead. */
const hairline = (random: Random, colour: Shade): string =>
  Array.from({ length: 150 }, () => {
    const side = between(random, -1, 1);
    return coil(random, colour, side * 80, -104 + 66 * side * side + between(random, -10, 14) * (1 - side * side));
  }).join('');

/** A bun on top of the head, wound of strands. */
function bun(random: Random, colour: Shade): string {
  const wound = Array.from({ length: 120 }, () => {
    const [radius, start, span] = [between(random, 6, 47), between(random, 0, 6.3), between(random, 1, 2.6)];
    const points = Array.from({ length: 10 }, (_, i): [number, number] => {
      const angle = start + (span * i) / 9;
      return [1.12 * radius * Math.cos(angle) + 6, -168 + radius * Math.sin(angle)];
    });
    return line(points, colour(between(random, 0.55, 1.8)), between(random, 1.2, 3.4), 0.75);
  });
  const strays = Array.from({ length: 26 }, () => {
    const angle = between(random, -Math.PI, 0);
    return stray(random, colour, 6 + 52 * Math.cos(angle), -168 + 46 * Math.sin(angle), angle, 16);
  });
  return `<ellipse cx="6" cy="-168" rx="54" ry="48" fill="${colour(0.9)}"/>${wound.join('')}${strays.join('')}`;
}

/** Two braids that fall from behind the ears over the jacket. */
function braids(random: Random, colour: Shade): string {
  return [-1, 1]
    .map((side) => {
      const knots = Array.from({ length: 13 }, (_, i) => {
        const y = 34 + i * 19;
        const x = side * (88 + 22 * Math.sin(Math.min(1, i / 7) * 1.5));
        const lean = i % 2 === 0 ? 32 : -32;
        const hairs = Array.from({ length: 9 }, (__, k) => {
          const far = (k - 4) * 2.4;
          return `<path d="M${n(-15)} ${n(far)} Q0 ${n(far * 1.5 - 4)} 15 ${n(far * 0.8)}" stroke="${colour(between(random, 0.6, 1.8))}" stroke-width="1.3" fill="none" opacity=".7"/>`;
        }).join('');
        return `<g transform="translate(${n(x + (i % 2 === 0 ? 5 : -5))} ${n(y)}) rotate(${lean})"><ellipse rx="19" ry="13.5" fill="${colour(i % 2 === 0 ? 1.05 : 0.85)}"/>${hairs}</g>`;
      }).join('');
      const end = side * 110;
      const tuft = Array.from({ length: 24 }, () => {
        const x = end + between(random, -7, 7);
        return `<path d="M${n(x)} 278 q${n(between(random, -5, 5))} 20 ${n(between(random, -9, 9))} ${n(between(random, 22, 44))}" stroke="${colour(between(random, 0.7, 1.5))}" stroke-width="2.4" fill="none"/>`;
      }).join('');
      return `${tuft}${knots}<rect x="${end - 10}" y="272" width="20" height="8" rx="3" fill="${colour(2.4)}"/>`;
    })
    .join('');
}

/** What of a headscarf lies behind face and neck. */
const headscarfBehind = (dye: Shade): string =>
  `<path d="M0 -146 C-92 -146 -118 -70 -108 20 C-104 80 -112 120 -124 180 L124 180 C112 120 104 80 108 20 C118 -70 92 -146 0 -146 Z" fill="${dye(0.78)}"/>`;

/** What of it frames the face, is wound below the chin and falls on the shoulders. */
function headscarfBefore(random: Random, dye: Shade): string {
  const creases = Array.from({ length: 34 }, (_, i) => {
    const t = i / 33;
    const side = i % 2 === 0 ? -1 : 1;
    const x = side * between(random, 60, 104);
    const tone = pick(random, [0.72, 0.8, 1.12, 1.2]);
    const d =
      t < 0.5
        ? `M${n(side * between(random, 4, 30))} ${n(between(random, -142, -112))} Q${n(x)} ${n(between(random, -130, -90))} ${n(side * between(random, 84, 104))} ${n(between(random, -30, 60))}`
        : `M${n(side * between(random, 60, 104))} ${n(between(random, 40, 110))} Q${n(side * 30)} ${n(between(random, 140, 190))} ${n(-side * between(random, 40, 112))} ${n(between(random, 160, 235))}`;
    return `<path d="${d}" stroke="${dye(tone)}" stroke-width="${n(between(random, 3, 10))}" stroke-linecap="round" fill="none" opacity=".5"/>`;
  }).join('');
  return `<path fill-rule="evenodd" fill="${dye(1)}" d="M0 -146 C-92 -146 -118 -70 -108 20 C-104 80 -116 120 -134 190 Q-100 262 0 270 Q100 262 134 190 C116 120 104 80 108 20 C118 -70 92 -146 0 -146 Z M0 -96 C44 -96 76 -70 74 -16 C73 40 56 84 24 104 Q0 113 -24 104 C-56 84 -73 40 -74 -16 C-76 -70 -44 -96 0 -96 Z"/>
  <path d="M0 -98 C46 -98 78 -72 76 -16 C75 40 58 85 25 106 Q0 115 -25 106 C-58 85 -75 40 -76 -16 C-78 -72 -46 -98 0 -98 Z" fill="none" stroke="${dye(0.62)}" stroke-width="5" opacity=".7"/>${creases}`;
}

/** A felt hat whose brim reaches beyond the head. */
const hat = (dye: Shade): string => `
  <path d="M-92 -86 C-96 -150 -78 -196 -40 -198 Q0 -184 40 -198 C78 -196 96 -150 92 -86 Z" fill="${dye(1)}"/>
  <path d="M-60 -90 C-66 -140 -56 -180 -36 -192 L-14 -188 C-30 -150 -34 -120 -32 -90 Z" fill="${dye(1.25)}" opacity=".6"/>
  <path d="M50 -90 C58 -140 56 -175 44 -194 C76 -190 94 -150 92 -88 Z" fill="${dye(0.7)}" opacity=".6"/>
  <path d="M-93 -104 Q0 -78 93 -104 L93 -84 Q0 -56 -93 -84 Z" fill="${dye(0.45)}"/>
  <path d="M-176 -74 C-150 -104 -110 -100 -92 -92 Q0 -64 92 -92 C110 -100 150 -104 176 -74 C150 -44 80 -38 0 -38 C-80 -38 -150 -44 -176 -74 Z" fill="${dye(1.08)}"/>
  <path d="M-176 -74 C-150 -44 -80 -38 0 -38 C80 -38 150 -44 176 -74 C150 -54 80 -48 0 -48 C-80 -48 -150 -54 -176 -74 Z" fill="${dye(0.6)}"/>
  <path d="M-150 -80 Q0 -46 150 -80" stroke="${dye(1.3)}" stroke-width="5" fill="none" opacity=".35"/>`;

/** The forearm that holds the hand at the cheek. */
const sleeve = ({ jacket, light }: Drawing): string => `
  <path d="M70 700 L96 330 Q100 196 112 172 Q140 150 164 178 Q182 300 200 700 Z" fill="${lit(jacket, light * 1.15)}"/>
  <path d="M84 700 L108 330 Q112 210 118 176" stroke="#000" stroke-width="14" fill="none" opacity=".22"/>
  <path d="M150 190 Q166 320 176 700" stroke="#fff" stroke-width="12" fill="none" opacity=".08"/>`;

/** A hand whose fingers lie on the cheek, the thumb below the jaw. */
function hand({ skin, shade, light }: Drawing): string {
  const finger = (points: string, width: number): string =>
    `<path d="${points}" stroke="${lit(shade, light * 0.7)}" stroke-width="${width + 3}" stroke-linecap="round" stroke-linejoin="round" fill="none"/>
    <path d="${points}" stroke="${lit(skin, light * 0.97)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" fill="none"/>
    <path d="${points}" stroke="${lit(skin, light * 1.12)}" stroke-width="${width * 0.4}" stroke-linecap="round" stroke-linejoin="round" fill="none" opacity=".6"/>`;
  const nail = (x: number, y: number, turn: number): string =>
    `<ellipse transform="translate(${x} ${y}) rotate(${turn})" rx="5" ry="7.5" fill="${lit('#e3b3a4', light)}" stroke="${lit(shade, light * 0.8)}" stroke-width="1" opacity=".85"/>`;
  return `
  <path d="M104 186 Q88 130 92 104 Q116 78 138 96 Q158 130 152 186 Z" fill="${lit(skin, light * 0.95)}" stroke="${lit(shade, light * 0.7)}" stroke-width="2"/>
  <path d="M140 104 Q154 140 148 184 L128 186 Q136 140 128 100 Z" fill="${lit(shade, light)}" opacity=".5"/>
  ${finger('M132 108 Q122 60 106 18', 19)}${finger('M120 100 Q106 54 88 4', 20)}${finger('M108 102 Q92 62 70 22', 20)}${finger('M100 112 Q82 84 56 52', 18)}${finger('M104 138 Q74 130 40 104', 19)}
  ${nail(104, 14, -20)}${nail(86, 0, -22)}${nail(68, 18, -30)}${nail(53, 49, -40)}`;
}

/** The part of a scarf that goes round behind the neck. */
const scarfBehind = (dye: Shade): string =>
  `<path d="M-86 88 Q-70 44 0 40 Q70 44 86 88 L90 150 L-90 150 Z" fill="${dye(0.5)}"/>`;

/** A thick knitted scarf wound round the neck, one end hanging down. */
function scarf(random: Random, dye: Shade): string {
  const rows = Array.from({ length: 80 }, () => {
    const x = between(random, -100, 100);
    const y = 116 + 62 * (1 - (x / 104) ** 2) + between(random, -26, 26);
    return `<path d="M${n(x - 12)} ${n(y - 3)} q12 ${n(between(random, 4, 10))} 24 0" stroke="${dye(pick(random, [0.65, 0.78, 1.2, 1.35]))}" stroke-width="${n(between(random, 2, 5))}" fill="none" opacity=".55"/>`;
  }).join('');
  const end = Array.from({ length: 40 }, () => {
    const y = between(random, 200, 400);
    return `<path d="M${n(between(random, 24, 70))} ${n(y)} q10 6 20 0" stroke="${dye(pick(random, [0.65, 0.78, 1.2, 1.35]))}" stroke-width="3" fill="none" opacity=".5"/>`;
  }).join('');
  const fringes = Array.from(
    { length: 16 },
    (_, i) =>
      `<path d="M${n(26 + i * 4.6)} 408 q${n(between(random, -3, 3))} 14 ${n(between(random, -4, 4))} 30" stroke="${dye(between(random, 0.8, 1.2))}" stroke-width="3" fill="none"/>`,
  ).join('');
  return `${fringes}<path d="M18 180 L100 170 Q108 300 102 412 L22 412 Q14 300 18 180 Z" fill="${dye(0.92)}"/>${end}
  <path d="M-66 84 Q-124 112 -118 158 Q-60 222 0 222 Q60 222 118 158 Q124 112 66 84 Q44 128 0 130 Q-44 128 -66 84 Z" fill="${dye(1)}"/>
  <path d="M-110 150 Q0 226 112 146" stroke="${dye(0.6)}" stroke-width="6" fill="none" opacity=".6"/>
  <path d="M-66 84 Q-44 128 0 130 Q44 128 66 84" stroke="${dye(0.55)}" stroke-width="7" fill="none" opacity=".7"/>${rows}`;
}
