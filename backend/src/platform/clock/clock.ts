import { Injectable } from '@nestjs/common';

/**
 * What the time is by the database, since when this process has counted on. All processes share it, whatever the clocks of their
 * machines say, and it does not jump when somebody sets one of them.
 */
let anchor: { time: number; at: number } | null = null;

/** @param time what the database says it is, in milliseconds since 1970; @param at when it said so, by `performance.now()` */
export function setTime(time: number, at: number): void {
  anchor = { time, at };
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
