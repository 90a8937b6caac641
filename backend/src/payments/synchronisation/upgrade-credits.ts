/** What is needed to reckon the credits of an upgrade: the same fraction of the period as the money (docs/billing.md#what-is-granted). */
export interface UpgradeShare {
  fromCredits: number;
  toCredits: number;
  /** From when the new plan is billed. */
  start: Date;
  /** The period in which the plan changes. */
  periodStart: Date;
  periodEnd: Date;
}

/** The difference between the plans, prorated by the second, rounded up; never less than nothing. */
export function upgradeCredits({ fromCredits, toCredits, start, periodStart, periodEnd }: UpgradeShare): number {
  const whole = wholeSeconds(periodEnd) - wholeSeconds(periodStart);
  const rest = wholeSeconds(periodEnd) - wholeSeconds(start);
  if (whole <= 0 || rest <= 0) return 0;
  // Whole numbers throughout: a fraction in between could round up what is exact.
  return Math.max(0, Math.ceil(((toCredits - fromCredits) * Math.min(rest, whole)) / whole));
}

const wholeSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** What a provider's rounding of two lines may differ by. */
export const ROUNDING_RAPPEN = 2;

/** The difference between two prices for the rest of the period, in Rappen. */
export function upgradePrice({
  fromRappen,
  toRappen,
  start,
  periodStart,
  periodEnd,
}: { fromRappen: number; toRappen: number } & Pick<UpgradeShare, 'start' | 'periodStart' | 'periodEnd'>): number {
  const whole = wholeSeconds(periodEnd) - wholeSeconds(periodStart);
  const rest = Math.max(0, wholeSeconds(periodEnd) - wholeSeconds(start));
  return whole <= 0 ? 0 : Math.round((toRappen * rest) / whole) - Math.round((fromRappen * rest) / whole);
}
