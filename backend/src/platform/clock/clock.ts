import { Injectable } from '@nestjs/common';

/** The only source of «now» in the product, so that tests can move it. */
@Injectable()
export class Clock {
  private offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
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
