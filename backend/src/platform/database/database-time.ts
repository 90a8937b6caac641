import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MINUTE, SECOND, setTime, timeNow } from '../clock/index.js';
import { withDeadline } from '../outages/index.js';

/** How often the database is asked for the time, in milliseconds: clocks of machines drift by seconds a day. */
const EVERY_MS = MINUTE;
/** An answer that took longer says too little about the time, in milliseconds. */
const ANSWER_MS = 2 * SECOND;
/** A machine whose clock is off by more needs somebody to set it, in milliseconds. */
const OFF_MS = 5 * SECOND;

/** Keeps the time of this process by the database's clock: leases and due times of all machines are compared there. */
@Injectable()
export class DatabaseTime implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('clock');
  private asking: NodeJS.Timeout | undefined;
  private isOff = false;

  constructor(private readonly em: EntityManager) {}

  async onModuleInit(): Promise<void> {
    await this.ask();
    this.asking = setInterval(() => void this.ask(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.asking);
  }

  /** While the database is away this process counts on by itself. */
  private async ask(): Promise<void> {
    const asked = performance.now();
    const query = this.em.fork().execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const rows = await withDeadline(query, ANSWER_MS).catch(() => null);
    if (!rows) return;
    const answered = performance.now();
    setTime(Number(rows[0]!.ms), (asked + answered) / 2);
    this.tellIfOff(Date.now() - timeNow());
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
