import { Logger } from '@nestjs/common';

/** Connections of one outage notice it seconds apart: it has ended when none has for this long, in milliseconds. */
const SETTLED_MS = 6_000;

/** Services that are away now, in this process, and all that are watched. */
const underWay = new Set<Outage>();
const watched = new Set<string>();

/** Whether a service is known to be away. */
const isAnythingAway = (): boolean => underWay.size > 0;

/** Each service that is watched, and whether it is away. */
export const servicesAway = (): Map<string, boolean> => {
  const away = new Set([...underWay].map(({ service }) => service));
  return new Map([...watched].map((service) => [service, away.has(service)]));
};

/** So long work that is under way may take to end where a service is away that it may wait for, in milliseconds. */
const AWAY_MS = 8_000;

/** How long after it was asked to end this process is cut off, in milliseconds. @param longestMs where everything is there */
export const timeToEnd = (longestMs: number): number => (isAnythingAway() ? Math.min(longestMs, AWAY_MS) : longestMs);

/** Says once that a service has gone and once that it is back, however many connections notice. */
export class Outage {
  private readonly logger = new Logger('outages');
  private since: number | null = null;
  private ending: NodeJS.Timeout | null = null;

  /** @param service its name in the log, for instance «Redis» */
  constructor(readonly service: string) {
    watched.add(service);
  }

  began(reason: string): void {
    if (this.ending) clearTimeout(this.ending);
    this.ending = null;
    if (this.since !== null) return;
    this.since = performance.now();
    underWay.add(this);
    this.logger.warn({ service: this.service, reason }, `${this.service} does not answer`);
  }

  ended(): void {
    if (this.since === null || this.ending) return;
    const seconds = Math.round((performance.now() - this.since) / 100) / 10;
    this.ending = setTimeout(() => {
      [this.since, this.ending] = [null, null];
      underWay.delete(this);
      this.logger.warn({ service: this.service, seconds }, `${this.service} answers again`);
    }, SETTLED_MS).unref();
  }
}
