import type { ReactNode } from 'react';

export interface HeadProps {
  /** Middle of the head, and its size; 1 fills a picture. */
  x?: number;
  y?: number;
  size?: number;
  /** How far it is turned, in units of the drawing. */
  turn?: number;
  mouth?: string;
  children?: ReactNode;
}

/** A head with shoulders in lines, 64 units wide: for drawings that explain. */
export function Head({ x = 32, y = 36, size = 1, turn = 0, mouth = 'h10', children }: HeadProps) {
  const middle = 32 + turn;
  return (
    <g transform={`translate(${x - 32 * size} ${y - 36 * size}) scale(${size})`}>
      <path d="M32 8c10 0 15 7 15 17s-6 22-15 22-15-12-15-22S22 8 32 8z" fill="var(--paper)" />
      <path d="M27 46v6c0 4-12 5-19 15M37 46v6c0 4 12 5 19 15" />
      <path d={`M${middle - 8} 26h4M${middle + 4} 26h4M${middle} 28v6M${middle - 5} 39${mouth}`} />
      {children}
    </g>
  );
}

/** Paths beside and upon a head. */
export const SMILE = 'q5 6 10 0';
export const SUNGLASSES = 'M21 23h10v5q-5 4-10 0zM33 23h10v5q-5 4-10 0zM31 24h2';
export const DARKENED = 'M34 9c9 1 13 8 13 16s-5 20-13 22z';
export const WINDOW = 'M3 8h10v20h-10zM8 8v20M3 18h10';
export const TREE = 'M54 22c6 0 8-10 2-12 0-6-9-6-9 0-6 1-5 12 1 12M51 22v20';
