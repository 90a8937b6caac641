import { CHANNELS } from '../raster/channels.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { takeZeros } from '../raster/scratch.js';
import type { Patterns } from './fine-patterns.js';

/** What pairs are looked for in: planes of one size, colours of sure places smoothed. */
export interface PairSearch {
  rgb: Planes;
  front: Planes;
  back: Planes;
  sureFront: Float32Array;
  sureBack: Float32Array;
  patterns: Patterns;
  probability: Float32Array;
  width: number;
  height: number;
  unit: number;
}

/** The pair of colours each undecided place is explained by best. */
export interface ColourPairs {
  foreground: Planes;
  background: Planes;
  reliability: Float32Array;
}

/** Certainty of the coarse mask from which a place shows what the person or the background looks like. */
export const SURE_FRONT = 0.95;
export const SURE_BACK = 0.04;

/** Directions in which an undecided place looks for sure ones; neighbours look in directions in between. */
const RAYS = 8;
/** How far it looks, and how far behind the first sure place a second one is asked, in units. */
const REACH = 34;
const DEEPER = 5;
/** Most colours of either kind that are tried with each other. */
const MOST = 12;

/** Squared misfit that costs 1. */
const MISFIT = 0.035 ** 2;
/** What the longest way to a colour costs, and a full contradiction to the coarse mask. */
const WAY = 1.5;
const CONTRADICTION = 6;

/** A pair under trial for one place. */
interface Trial {
  alpha: number;
  cost: number;
  misfit: number;
}

/** Places already answered: where their colours were found, and how well they fit. */
interface Answers {
  list: number[];
  front: Int32Array;
  back: Int32Array;
  cost: Float32Array;
  /** Least cost of any pair that says «rather background» and of any that says «rather person». */
  low: Float32Array;
  high: Float32Array;
}

/**
 * Gives each undecided place the two sure colours near it whose mix explains it best, as Shared Matting (Gastal, Oliveira 2010)
 * does: a person has hair, skin and clothes side by side, whose mean explains none of them.
 */
export function findColourPairs(search: PairSearch): ColourPairs {
  const answers = lookAround(search);
  for (let round = 0; round < 2; round++) askNeighbours(search, answers, round === 0 ? 2 : 1);
  return toPlanes(search, answers);
}

function lookAround(search: PairSearch): Answers {
  const { probability, width, height } = search;
  const n = width * height;
  const answers: Answers = {
    list: [],
    front: new Int32Array(n).fill(-1),
    back: new Int32Array(n).fill(-1),
    cost: new Float32Array(n).fill(Infinity),
    low: new Float32Array(n).fill(Infinity),
    high: new Float32Array(n).fill(Infinity),
  };
  const reach = Math.round(REACH * search.unit);
  const [even, odd] = [directionsFrom(0), directionsFrom(Math.PI / RAYS)];
  const fronts: number[] = [];
  const backs: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (probability[i]! > SURE_FRONT || probability[i]! < SURE_BACK) continue;
      fronts.length = 0;
      backs.length = 0;
      for (const [dx, dy] of (x + y) % 2 === 0 ? even : odd) gather(search, x, y, dx, dy, reach, fronts, backs);
      if (fronts.length === 0 || backs.length === 0) continue;
      answers.list.push(i);
      for (const f of fronts) for (const b of backs) offer(search, answers, i, f, b);
    }
  }
  return answers;
}

const directionsFrom = (start: number): [number, number][] =>
  Array.from({ length: RAYS }, (_, k) => [
    Math.cos(start + (2 * Math.PI * k) / RAYS),
    Math.sin(start + (2 * Math.PI * k) / RAYS),
  ]);

/** Walks one ray: the first sure place of either kind, and one deeper inside the same area. */
function gather(
  search: PairSearch,
  x: number,
  y: number,
  dx: number,
  dy: number,
  reach: number,
  fronts: number[],
  backs: number[],
): void {
  const { sureFront, sureBack, width, height, unit } = search;
  const deeper = Math.round(DEEPER * unit);
  let [front, back] = [-1, -1];
  for (let t = 1; t <= reach; t++) {
    const px = Math.round(x + dx * t);
    const py = Math.round(y + dy * t);
    if (px < 0 || py < 0 || px >= width || py >= height) return;
    const j = py * width + px;
    if (sureFront[j] === 1 && (front < 0 || t === front + deeper) && fronts.length < MOST) {
      fronts.push(j);
      if (front < 0) front = t;
    } else if (sureBack[j] === 1 && (back < 0 || t === back + deeper) && backs.length < MOST) {
      backs.push(j);
      if (back < 0) back = t;
    }
    if (front >= 0 && back >= 0 && t > Math.max(front, back) + deeper) return;
  }
}

const trial: Trial = { alpha: 0, cost: 0, misfit: 0 };

/** Tries a pair on a place and keeps it if it is the best so far. */
function offer(search: PairSearch, answers: Answers, i: number, f: number, b: number): void {
  judge(search, i, f, b);
  const { alpha, cost } = trial;
  if (alpha < 0.45 && cost < answers.low[i]!) answers.low[i] = cost;
  if (alpha > 0.55 && cost < answers.high[i]!) answers.high[i] = cost;
  if (cost >= answers.cost[i]!) return;
  answers.cost[i] = cost;
  answers.front[i] = f;
  answers.back[i] = b;
}

function judge({ rgb, front, back, probability, width, unit }: PairSearch, i: number, f: number, b: number): void {
  const er = rgb[0][i]! - back[0][b]!;
  const eg = rgb[1][i]! - back[1][b]!;
  const eb = rgb[2][i]! - back[2][b]!;
  const dr = front[0][f]! - back[0][b]!;
  const dg = front[1][f]! - back[1][b]!;
  const db = front[2][f]! - back[2][b]!;
  const alpha = clamp((er * dr + eg * dg + eb * db) / (dr * dr + dg * dg + db * db + 1e-4), 0, 1);
  trial.alpha = alpha;
  trial.misfit = (er - alpha * dr) ** 2 + (eg - alpha * dg) ** 2 + (eb - alpha * db) ** 2;
  const way = distanceOf(f, i, width) + distanceOf(b, i, width);
  trial.cost =
    trial.misfit / MISFIT + (WAY * way) / (2 * REACH * unit) + CONTRADICTION * (alpha - probability[i]!) ** 2;
}

function distanceOf(a: number, b: number, width: number): number {
  const dx = (a % width) - (b % width);
  const dy = ((a / width) | 0) - ((b / width) | 0);
  return Math.sqrt(dx * dx + dy * dy);
}

/** Good pairs spread: what explains a neighbour often explains this place better than what its own rays met. */
function askNeighbours(search: PairSearch, answers: Answers, step: number): void {
  const { width, height } = search;
  const front = answers.front.slice();
  const back = answers.back.slice();
  for (const i of answers.list) {
    const x = i % width;
    const y = (i - x) / width;
    for (let dy = -step; dy <= step; dy += step) {
      for (let dx = -step; dx <= step; dx += step) {
        const [nx, ny] = [x + dx, y + dy];
        if ((dx === 0 && dy === 0) || nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
        const j = ny * width + nx;
        if (front[j]! >= 0) offer(search, answers, i, front[j]!, back[j]!);
      }
    }
  }
}

function toPlanes(search: PairSearch, answers: Answers): ColourPairs {
  const n = search.width * search.height;
  const plane = (): Float32Array => takeZeros(n);
  const foreground: Planes = [plane(), plane(), plane()];
  const background: Planes = [plane(), plane(), plane()];
  const reliability = plane();
  for (const i of answers.list) {
    const f = answers.front[i]!;
    const b = answers.back[i]!;
    for (const c of CHANNELS) {
      foreground[c][i] = search.front[c][f]!;
      background[c][i] = search.back[c][b]!;
    }
    reliability[i] = trustIn(search, answers, i);
  }
  return { foreground, background, reliability };
}

/**
 * A pair is worth what it explains, if its colours differ by more than either side's own pattern, and if no pair explains the
 * place nearly as well the other way.
 */
function trustIn(search: PairSearch, answers: Answers, i: number): number {
  const f = answers.front[i]!;
  const b = answers.back[i]!;
  judge(search, i, f, b);
  const contrast = Math.hypot(...CHANNELS.map((c) => search.front[c][f]! - search.back[c][b]!));
  const other = trial.alpha > 0.55 ? answers.low[i]! : trial.alpha < 0.45 ? answers.high[i]! : Infinity;
  const clear = smoothstep(0, 2, other - answers.cost[i]!);
  const distinct =
    smoothstep(0.05, 0.2, contrast) *
    smoothstep(1.5, 4, contrast / (search.patterns.front[f]! + search.patterns.back[b]! + 0.01));
  return Math.exp(-trial.misfit / (2 * 0.06 ** 2)) * distinct * clear;
}
