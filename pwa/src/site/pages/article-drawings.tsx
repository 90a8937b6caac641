import type { ReactNode } from 'react';
import { DARKENED, Head, SMILE, WINDOW } from '~/ui/drawn-head';

export interface Panel {
  drawing: ReactNode;
  /** Whether it shows how to do something, or how not to; neither where it only explains. */
  isGood?: boolean;
}

const LIGHT = { fill: 'var(--accent)', fillOpacity: 0.16 };
const DARK = { fill: 'currentColor', fillOpacity: 0.55 };
/** A face in a round picture. */
const CIRCLE = 'M32 10a26 26 0 1 1 0 52a26 26 0 1 1 0-52z';
const CAMERA = 'M4 26h5l2-4h8l2 4h5v14H4zM15 29a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM15 40v12M8 66l7-14 7 14';
const PHONE = 'M10 12h20v48H10zM17 56h6';
const FILE = 'M14 8h24l12 12v44H14zM38 8v12h12';
const BUBBLE = 'M6 10h40v22H22l-8 8v-8H6z';
const OUTLINE_OF_PAGE = 'M8 6h48v60H8z';
/** What somebody wears: lapels with a tie, an open collar, a round neck, a collar with buttons. */
const CLOTHES = {
  suit: 'M24 54l8 12 8-12M32 57l-2 3 2 8 2-8zM20 58l6 10M44 58l-6 10',
  shirt: 'M25 53l7 8 7-8M25 53l-3 6 6 3M39 53l3 6-6 3',
  plain: 'M25 53q7 9 14 0',
  polo: 'M25 53l7 6 7-6M32 59v9M31 63h2',
};

const dressed = (clothes: keyof typeof CLOTHES): Panel => ({
  drawing: (
    <Head mouth={SMILE}>
      <path d={CLOTHES[clothes]} />
    </Head>
  ),
});

/** The sections of a profile page, of which one is meant. */
const section = (y: number, height: number): Panel => ({
  drawing: (
    <>
      <path d={OUTLINE_OF_PAGE} />
      <path d="M8 16h48M16 12a5 5 0 1 1 0 10a5 5 0 1 1 0-10z" />
      <path d="M25 22h20M14 32h36M14 36h28M14 46h36M14 51h36M14 56h22" />
      <path d={`M11 ${y}h42v${height}H11z`} {...LIGHT} stroke="var(--accent)" />
    </>
  ),
});

const small = (x: number, y: number, turn = 0, mouth?: string) => (
  <Head x={x} y={y} size={0.28} turn={turn} mouth={mouth} />
);

/** What each article explains in pictures, in the order of the sentences in its front matter. */
const PANELS: Record<string, readonly Panel[]> = {
  'bewerbungsfoto-perfekt': [
    {
      isGood: true,
      drawing: (
        <>
          <path d={WINDOW} transform="scale(1.5) translate(-1 2)" {...LIGHT} />
          <path d="M22 24l12 4M22 34l10 1" strokeDasharray="2 3" />
          <Head x={44} y={42} size={0.62} turn={-5} mouth={SMILE} />
        </>
      ),
    },
    {
      isGood: true,
      drawing: (
        <>
          <path d={CAMERA} />
          <path d="M20 33h24" strokeDasharray="2 3" stroke="var(--accent)" />
          <Head x={50} y={37} size={0.42} turn={-6} />
        </>
      ),
    },
    {
      isGood: true,
      drawing: (
        <>
          <Head turn={-1} mouth={SMILE} />
          <path d="M8 67l18-13M56 62l-18-8" />
          <path d="M12 56q-6-6 1-12M13 44l-3 2M13 44l2 3" stroke="var(--accent)" />
        </>
      ),
    },
    {
      isGood: true,
      drawing: (
        <>
          <path d="M12 5h40v61H12z" />
          <Head x={32} y={41} size={0.8} mouth={SMILE} />
          <path d="M57 19v31M55 19h4M55 50h4" stroke="var(--accent)" />
        </>
      ),
    },
  ],
  'bewerbungsfoto-fehler': [
    {
      isGood: false,
      drawing: (
        <Head mouth="h10">
          <path d="M32 26c-4 6-6 8-4 10q4 2 8 0c2-2 0-4-4-10z" fill="var(--paper)" />
        </Head>
      ),
    },
    {
      isGood: false,
      drawing: (
        <Head>
          <path d={DARKENED} {...DARK} />
        </Head>
      ),
    },
    {
      isGood: false,
      drawing: (
        <>
          <Head x={26} mouth={SMILE} />
          <path d="M64 34c-8 2-10 8-10 12-4 4-8 10-9 26" {...DARK} />
        </>
      ),
    },
    {
      isGood: false,
      drawing: (
        <g transform="translate(-12.800 15) scale(1.4 .72)">
          <Head />
        </g>
      ),
    },
  ],
  'bewerbungsfoto-branchen': [dressed('suit'), dressed('shirt'), dressed('plain'), dressed('polo')],
  'linkedin-profilbild-optimierung': [
    {
      isGood: false,
      drawing: (
        <>
          <path d={CIRCLE} />
          <Head x={32} y={48} size={0.3} />
        </>
      ),
    },
    {
      isGood: true,
      drawing: (
        <>
          <path d={CIRCLE} />
          <Head x={32} y={41} size={0.72} mouth={SMILE} />
        </>
      ),
    },
    {
      isGood: false,
      drawing: (
        <>
          <Head x={32} y={40} size={1.45} />
          <path d={CIRCLE} stroke="var(--accent)" />
        </>
      ),
    },
    {
      isGood: true,
      drawing: (
        <>
          <path d={CIRCLE} {...DARK} />
          <Head x={32} y={41} size={0.72} mouth={SMILE} />
        </>
      ),
    },
  ],
  'linkedin-profil': [section(42, 18), section(29, 10), section(19, 6)],
  'linkedin-networking': [
    {
      drawing: (
        <>
          {small(16, 44)}
          {small(46, 44)}
          <path d="M20 18h22M31 18v8" />
          <path d="M22 10h18v8H22z" {...LIGHT} />
        </>
      ),
    },
    {
      drawing: (
        <>
          <path d={BUBBLE} {...LIGHT} />
          <path d="M12 18h28M12 24h20" />
          {small(16, 56)}
        </>
      ),
    },
    {
      drawing: (
        <>
          {small(14, 46)}
          {small(50, 46)}
          <path d="M25 18h14v18H25zM28 23h8M28 27h8" {...LIGHT} />
          <path d="M24 44h15M36 41l3 3-3 3" stroke="var(--accent)" />
        </>
      ),
    },
    {
      drawing: (
        <>
          {small(16, 34, 6, SMILE)}
          {small(48, 34, -6, SMILE)}
          <path d="M14 52h36M32 52v14M24 66h16M27 52v-5h6v5M33 48h3v3h-3" />
        </>
      ),
    },
  ],
  'ki-businessfotos': [
    {
      drawing: (
        <>
          {[14, 32, 50].flatMap((x, column) =>
            [20, 38, 56].map((y, row) => (
              <g key={`${x} ${y}`}>{<Head x={x} y={y} size={0.22} turn={(column - 1) * 5 * (row - 1)} />}</g>
            )),
          )}
        </>
      ),
    },
    {
      drawing: (
        <Head>
          <g fill="var(--accent)" stroke="none">
            {[
              [22, 26],
              [26, 25],
              [38, 25],
              [42, 26],
              [32, 34],
              [27, 39],
              [37, 39],
              [32, 46],
              [19, 32],
              [45, 32],
            ].map(([x, y]) => (
              <circle key={`${x} ${y}`} cx={x} cy={y} r="1.500" />
            ))}
          </g>
        </Head>
      ),
    },
    {
      drawing: (
        <>
          <path d="M6 10h15v20H6z" {...LIGHT} />
          <path d="M25 10h15v20H25z" {...DARK} />
          <path d="M44 10h15v20H44z" />
          <path d="M30 36l3 3 6-8" stroke="var(--accent)" />
          <Head x={32} y={56} size={0.4} mouth={SMILE} />
        </>
      ),
    },
    {
      drawing: (
        <>
          {[12, 26, 40, 54].flatMap((x) =>
            [24, 50].map((y) => (
              <g key={`${x} ${y}`}>
                <path d={`M${x - 6} ${y - 10}h12v20h-12z`} {...(x === 26 && y === 24 ? LIGHT : {})} />
                <Head x={x} y={y + 1} size={0.18} />
              </g>
            )),
          )}
          <path
            d="M26 8l1.500 3 3 .4-2.200 2.100.5 3-2.800-1.400-2.800 1.400.5-3-2.200-2.100 3-.4z"
            fill="var(--accent)"
            stroke="none"
          />
        </>
      ),
    },
  ],
  'ki-fotos-vs-fotograf-vergleich': [
    {
      drawing: (
        <g transform="translate(12 0)">
          <path d={PHONE} />
          <Head x={20} y={36} size={0.3} mouth={SMILE} />
        </g>
      ),
    },
    {
      drawing: (
        <>
          <path d={CAMERA} transform="translate(30 0)" />
          <path d="M6 14l14-6v20l-14-6zM20 18h4M13 26v40M6 66h14" {...LIGHT} />
        </>
      ),
    },
    {
      drawing: (
        <>
          <path d={WINDOW} transform="scale(1.8) translate(-1 1)" {...LIGHT} />
          <path d={PHONE} transform="translate(28 24) scale(.7)" />
        </>
      ),
    },
  ],
  'ki-fotografie-zukunft': [
    {
      drawing: (
        <>
          <path d={FILE} />
          <path d="M20 34h24M20 41h24M20 48h14" stroke="var(--accent)" />
        </>
      ),
    },
    {
      drawing: (
        <>
          <path d={FILE} />
          <path d="M32 32a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM27 49l-2 12 7-4 7 4-2-12" {...LIGHT} stroke="var(--accent)" />
          <path d="M28 41l3 3 5-6" />
        </>
      ),
    },
    {
      drawing: (
        <path d="M32 62V38M26 60V40a6 6 0 0 1 12 0v20M20 56V40a12 12 0 0 1 24 0v16M14 50V40a18 18 0 0 1 36 0v10M8 44v-6a24 24 0 0 1 44-13" />
      ),
    },
    {
      drawing: (
        <>
          <path d="M26 12a17 17 0 1 1 0 34a17 17 0 1 1 0-34zM38 41l16 19" />
          <Head x={26} y={32} size={0.4} />
        </>
      ),
    },
  ],
};

/** The pictures of an article: a sentence for each stands in its front matter. */
export const panelsOf = (slug: string): readonly Panel[] => PANELS[slug] ?? [];
