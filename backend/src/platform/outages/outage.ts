import { Logger } from '@nestjs/common';

/** Connections of one outage notice it seconds apart: it has ended when none has for this long, in milliseconds. */
const SETTLED_MS = 6_000;

/** What this process watches the services it needs by. */
const watched = new Set<Outage>();

/** Whether a service is known to be away. */
const isAnythingAway = (): boolean => [...watched].some(({ isUnderWay }) => isUnderWay);

/** Each service that is watched, and whether it is away. */
export const servicesAway = (): Map<string, boolean> => {
  const services = new Map<string, boolean>();
  for (const { service, isUnderWay } of watched) services.set(service, isUnderWay || services.get(service) === true);
  return services;
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
    watched.add(this);
  }

  get isUnderWay(): boolean {
    return this.since !== null;
  }

  /** Its connection is closed for good: nothing would notice any more that the service is back. */
  forget(): void {
    if (this.ending) clearTimeout(this.ending);
    watched.delete(this);
  }

  began(reason: string): void {
    if (this.ending) clearTimeout(this.ending);
    this.ending = null;
    if (this.since !== null) return;
    this.since = performance.now();
    this.logger.warn({ service: this.service, reason }, `${this.service} does not answer`);
  }

  ended(): void {
    if (this.since === null || this.ending) return;
    const seconds = Math.round((performance.now() - this.since) / 100) / 10;
    this.ending = setTimeout(() => {
      [this.since, this.ending] = [null, null];
      this.logger.warn({ service: this.service, seconds }, `${this.service} answers again`);
    }, SETTLED_MS).unref();
  }
}
