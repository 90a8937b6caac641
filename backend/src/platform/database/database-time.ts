import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MINUTE, SECOND, setTime, timeNow } from '../clock/index.js';
import { withDeadline } from '../outages/index.js';

/** How often the database is asked for the time, in milliseconds: clocks of machines drift by seconds a day. */
const EVERY_MS = MINUTE;
/** How soon after an asking that failed, and how often this machine's clock is compared with its own count, in milliseconds. */
const SOON_MS = 2 * SECOND;
/** An answer that took longer says too little about the time, in milliseconds. */
const ANSWER_MS = 3 * SECOND;
/** At the start the database is asked so often before this machine's clock is trusted after all. */
const FIRST_TRIES = 5;
/** A machine whose clock is off by more needs somebody to set it, in milliseconds. */
const OFF_MS = 5 * SECOND;
/** A machine's clock that went on by so much more than this process's count: the machine has slept. Milliseconds. */
const SLEPT_MS = 2 * SECOND;

/** How far this machine's clock and the count of this process are apart, which stays while neither is stopped or set. */
const apart = (): number => Date.now() - performance.now();

/** Keeps the time of this process by the database's clock: leases and due times of all machines are compared there. */
@Injectable()
export class DatabaseTime implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('clock');
  private looking: NodeJS.Timeout | undefined;
  private isOff = false;
  private isAsking = false;
  private nextAt = 0;
  private apartThen = apart();

  constructor(private readonly em: EntityManager) {}

  /** Nothing begins before the time is known. */
  async onModuleInit(): Promise<void> {
    for (let tries = 1; !(await this.ask()) && tries < FIRST_TRIES; tries += 1) await pause(SECOND);
    this.looking = setInterval(() => this.look(), SOON_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.looking);
  }

  private look(): void {
    const hasSlept = Math.abs(apart() - this.apartThen) > SLEPT_MS;
    if (!this.isAsking && (hasSlept || performance.now() >= this.nextAt)) void this.ask();
  }

  /** While the database is away this process counts on by itself. @returns whether it said what the time is */
  private async ask(): Promise<boolean> {
    this.isAsking = true;
    const asked = performance.now();
    const query = this.em.fork().execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const rows = await withDeadline(query, ANSWER_MS).catch(() => null);
    const answered = performance.now();
    this.isAsking = false;
    this.nextAt = answered + (rows ? EVERY_MS : SOON_MS);
    if (!rows) return false;
    setTime(Number(rows[0]!.ms), asked, answered);
    this.apartThen = apart();
    this.tellIfOff(Date.now() - timeNow());
    return true;
  }

  private tellIfOff(offMs: number): void {
    const isOff = Math.abs(offMs) > OFF_MS;
    if (isOff !== this.isOff) {
      const seconds = Math.round(offMs / SECOND);
      this.logger.warn(
        { seconds },
        isOff ? "this machine's clock is off: the database's is used" : 'this clock is right again',
      );
    }
    this.isOff = isOff;
  }
}
