import { Injectable } from '@nestjs/common';

/**
 * What the time is by the database, since when this process has counted on. All processes share it, whatever the clocks of their
 * machines say, and it does not jump when somebody sets one of them.
 */
let anchor: { time: number; at: number } | null = null;

/**
 * Goes by what the database said. Its answer was on the way for a while, so that it is known between two bounds only: within them the
 * time goes on as it was, and does not jump with each answer.
 * @param said in milliseconds since 1970
 * @param asked when it was asked, and @param answered when its answer came, by `performance.now()`
 */
export function setTime(said: number, asked: number, answered: number): void {
  const latest = said + answered - asked;
  if (!anchor) anchor = { time: (said + latest) / 2, at: answered };
  else anchor = { time: Math.min(Math.max(anchor.time + answered - anchor.at, said), latest), at: answered };
}

/** Milliseconds since 1970, by the database once it has been asked. */
export function timeNow(): number {
  return anchor ? Math.round(anchor.time + performance.now() - anchor.at) : Date.now();
}

/** The only source of «now» in the product, so that tests can move it. */
@Injectable()
export class Clock {
  private offsetMs = 0;

  now(): Date {
    return new Date(timeNow() + this.offsetMs);
  }

  /** Moves the clock forward (or back) by milliseconds; for tests. */
  shift(ms: number): void {
    this.offsetMs += ms;
  }
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
