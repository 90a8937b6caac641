import { boxMean } from './blur.js';
import { smoothstep } from './numbers.js';
import { give, take, takeZeros } from './scratch.js';

/** Side in pixels of the squares that JPEG, WebP and phones' video compress one by one. */
export const BLOCK = 8;
/** Steps between neighbours (0..1) above which a place is an edge of the picture, where no block shows. */
const EDGE = 14 / 255;
/** Share of the lines of a picture that must be smooth at a place across it to be measured. */
const ENOUGH = 0.02;
/** Every so many lines are looked at. */
const EVERY = 3;
/** Steps (0..1) up to which a border's step is taken for the compression's, and from which for the picture's own. */
const [BLOCKY, OWN] = [8 / 255, 14 / 255];
/** A block's border is a step along its whole side: lines to each side that are looked at together. */
const ALONG = 2;

/** Where the borders of blocks lie in one direction, and how much they show. */
export interface Borders {
  /** Place of the first one, 0 to 7. */
  phase: number;
  /** Mean step of brightness (0..1) that smooth places have at the borders and not within the blocks. */
  step: number;
}

/** The borders between blocks beside each other and below each other. */
export interface BlockGrid {
  columns: Borders;
  rows: Borders;
}

/** One direction of a plane: `count` places that are `step` apart in memory, on `lines` lines that are `next` apart. */
interface Direction {
  count: number;
  step: number;
  lines: number;
  next: number;
}

const directionsOf = (width: number, height: number): { columns: Direction; rows: Direction } => ({
  columns: { count: width, step: 1, lines: height, next: width },
  rows: { count: height, step: width, lines: width, next: 1 },
});

/** Finds the grid of blocks that a picture was compressed in. One scaled afterwards has its borders elsewhere each time: none shows. */
export function findBlocks(luma: Float32Array, width: number, height: number): BlockGrid {
  const { columns, rows } = directionsOf(width, height);
  return { columns: bordersOf(luma, columns), rows: bordersOf(luma, rows) };
}

function bordersOf(luma: Float32Array, { count, step, lines, next }: Direction): Borders {
  const means = new Float64Array(count).fill(NaN);
  for (let place = 2; place < count - 1; place++) {
    let [sum, seen] = [0, 0];
    for (let line = 0; line < lines; line += EVERY) {
      const i = place * step + line * next;
      const before = Math.abs(luma[i - step]! - luma[i - 2 * step]!);
      const here = Math.abs(luma[i]! - luma[i - step]!);
      const after = Math.abs(luma[i + step]! - luma[i]!);
      if (before > EDGE || here > EDGE || after > EDGE) continue;
      sum += here - (before + after) / 2;
      seen++;
    }
    if (seen * EVERY > lines * ENOUGH) means[place] = sum / seen;
  }
  const phases = Array.from({ length: BLOCK }, (_, phase) => meanOf(means.filter((_v, i) => i % BLOCK === phase)));
  const phase = phases.indexOf(Math.max(...phases));
  // The places beside a border are measured against it, so they say nothing.
  const within = phases.filter((_, i) => [2, 3, 4, 5, 6].includes((i - phase + BLOCK) % BLOCK));
  return { phase, step: phases[phase]! - meanOf(within) };
}

/** Mean of those that are numbers; 0 for none. */
function meanOf(values: ArrayLike<number>): number {
  const known = Array.from(values).filter((v) => !Number.isNaN(v));
  return known.reduce((sum, v) => sum + v, 0) / Math.max(1, known.length);
}

/**
 * What to add to the brightness to take the steps between blocks away: a ramp over half a block to both sides, where the step is larger than
 * any within the blocks beside it. What is fine along the border (lashes, pores) does not count and stays. A scratch buffer.
 */
export function deblocking(luma: Float32Array, width: number, height: number, grid: BlockGrid): Float32Array {
  const change = takeZeros(luma.length);
  const { columns, rows } = directionsOf(width, height);
  smoothBorders(luma, columns, grid.columns.phase, change);
  const half = take(luma.length);
  for (let i = 0; i < half.length; i++) half[i] = luma[i]! + change[i]!;
  smoothBorders(half, rows, grid.rows.phase, change);
  give(half);
  return change;
}

function smoothBorders(luma: Float32Array, direction: Direction, phase: number, change: Float32Array): void {
  const { count, step, lines, next } = direction;
  for (let place = phase; place <= count - 6; place += BLOCK) {
    if (place < 5) continue;
    const border = stepsAt(luma, direction, place);
    const before = stepsAt(luma, direction, place - 3);
    const after = stepsAt(luma, direction, place + 3);
    for (let line = 0; line < lines; line++) {
      const own = border[line]!;
      const texture = Math.max(before[line]! ** 2, after[line]! ** 2);
      const sure = Math.max(0, 1 - texture / (own ** 2 + 1e-9)) * (1 - smoothstep(BLOCKY, OWN, Math.abs(own)));
      const i = place * step + line * next;
      for (let far = 0; far < BLOCK / 2; far++) {
        const part = own * sure * (0.5 - (far + 0.5) / BLOCK);
        change[i + far * step]! -= part;
        change[i - (far + 1) * step]! += part;
      }
    }
    give(border, before, after);
  }
}

/** How much the brightness jumps at a place beyond the slope to both sides of it, as means over some lines. A scratch buffer. */
function stepsAt(luma: Float32Array, { step, lines, next }: Direction, place: number): Float32Array {
  const steps = take(lines);
  for (let line = 0, i = place * step; line < lines; line++, i += next)
    steps[line] = 1.5 * (luma[i]! - luma[i - step]!) - (luma[i + step]! - luma[i - 2 * step]!) / 2;
  const means = boxMean(steps, lines, 1, ALONG);
  give(steps);
  return means;
}
