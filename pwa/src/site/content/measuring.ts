import { text } from '~/lib/i18n';
import type { SiteData } from '../site-data';

type Measurement = SiteData['measurement'];
type Service = Pick<NonNullable<Measurement['matomo']>, 'name' | 'recipient' | 'country' | 'cookies'>;

const DAY_MINUTES = 1_440;
const MONTH_DAYS = 30;

/** `43200` → `30 Tage`; months from a year on. */
export function lifeOf(minutes: number): string {
  const days = minutes / DAY_MINUTES;
  if (days < 1) return text('measuring.life.minutes', { count: minutes });
  return days >= 12 * MONTH_DAYS && days % MONTH_DAYS === 0
    ? text('measuring.life.months', { count: days / MONTH_DAYS })
    : text('measuring.life.days', { count: days });
}

/** The services of an installation, by what a visitor agrees to. */
export const servicesOf = ({ matomo, pixel }: Measurement) => [
  ...(matomo ? [{ kind: 'analytics', service: matomo as Service } as const] : []),
  ...(pixel ? [{ kind: 'marketing', service: pixel as Service } as const] : []),
];

/** Whether there is anything to ask about. */
export const isMeasured = (measurement: Measurement): boolean => servicesOf(measurement).length > 0;

/** `Matomo und Meta-Pixel` */
export function namesOf(measurement: Measurement): string {
  const [first, second] = servicesOf(measurement).map(({ service }) => service.name);
  return first && second ? text('measuring.and', { first, second }) : (first ?? '');
}

/** What the question says of a service. */
export const detailOf = (kind: 'analytics' | 'marketing', { cookies, ...service }: Service): string =>
  text(`measuring.details.${kind}`, {
    ...service,
    cookies: cookies.map(({ name, minutes }) => text('measuring.cookie', { name, life: lifeOf(minutes) })).join(', '),
  });

/** A section of the page about cookies, in Markdown. */
function section(kind: 'analytics' | 'marketing', service: Service | null, keptMonths?: number): string {
  if (!service) return text(kind === 'analytics' ? 'measuring.law.noAnalytics' : 'measuring.law.noMarketing');
  const { name, recipient, country, cookies } = service;
  return [
    text(`measuring.law.${kind}`, { name }),
    [
      text('measuring.law.recipient', { recipient, country }),
      ...(keptMonths ? [text('measuring.law.kept', { count: keptMonths })] : []),
    ].join(' '),
    [
      `| ${text('measuring.law.cookieColumn')} | ${text('measuring.law.lifeColumn')} |`,
      '|---|---|',
      ...cookies.map((cookie) => `| **${cookie.name.replace('*', '\\*')}** | ${lifeOf(cookie.minutes)} |`),
    ].join('\n'),
  ].join('\n\n');
}

/** What the legal pages say of measuring, for their placeholders: Markdown. */
export function measuringTexts(measurement: Measurement): Record<string, string> {
  const services = servicesOf(measurement).map(({ service }) => service);
  const longest = ({ cookies }: Service) => lifeOf(Math.max(...cookies.map(({ minutes }) => minutes)));
  return {
    asked:
      services.length > 0
        ? `${text('measuring.law.asked')}\n\n${text('measuring.law.change')}`
        : text('measuring.none'),
    analytics: section('analytics', measurement.matomo, measurement.matomo?.keptMonths),
    marketing: section('marketing', measurement.pixel),
    // Rows that follow a row of a table.
    recipients: services
      .map(
        ({ name, recipient, country }) =>
          `\n| ${recipient} (${name}) | ${text('measuring.law.recipientRow')} | ${country} |`,
      )
      .join(''),
    terms: services
      .map((service) => `; ${text('measuring.terms', { name: service.name, life: longest(service) })}`)
      .join(''),
  };
}
