import type { Schemas } from '~/lib/api';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Notice } from '~/ui';
import styles from './dashboard-screen.module.css';

export const NO_STATS: Schemas['AdminStats'] = {
  totalUsers: 0,
  activeSubscriptions: 0,
  totalGenerations: 0,
  totalRevenueRappen: 0,
  monthlyRecurringRevenueRappen: 0,
  blockedUsers: 0,
  usersOwing: 0,
  declarationsInReview: 0,
  failedRefunds: 0,
  openMisuseReports: 0,
  heldPayments: 0,
  failedJobs: 0,
};

/** The five figures of the product, large. */
export function Figures({ stats }: { stats: Schemas['AdminStats'] }) {
  const t = useText();
  const figures = [
    [t('admin.stats.users'), formatNumber(stats.totalUsers)],
    [t('admin.stats.subscriptions'), formatNumber(stats.activeSubscriptions)],
    [t('admin.stats.generations'), formatNumber(stats.totalGenerations)],
    [t('admin.stats.revenue'), formatChf(stats.totalRevenueRappen)],
    [t('admin.stats.recurring'), formatChf(stats.monthlyRecurringRevenueRappen)],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where what waits is seen to. */
const SETTLED_AT = {
  failedJobs: '/admin/queues',
  failedRefunds: '/admin/cases',
  heldPayments: '/admin/cases',
  declarationsInReview: '/admin/cases',
  openMisuseReports: '/admin/cases',
} as const;

/** What waits for somebody; nothing where nothing does. */
export function Waiting({ stats }: { stats: Schemas['AdminStats'] }) {
  const t = useText();
  const waiting = (
    ['failedJobs', 'openMisuseReports', 'failedRefunds', 'heldPayments', 'declarationsInReview', 'usersOwing'] as const
  ).filter((name) => stats[name] > 0);
  if (waiting.length === 0) return null;
  return (
    <Notice tone="caution" title={t('admin.waiting.title')}>
      <ul className={styles.waiting}>
        {waiting.map((name) => (
          <li key={name}>
            {name in SETTLED_AT ? (
              <AppLink to={SETTLED_AT[name as keyof typeof SETTLED_AT]}>
                {t(`admin.waiting.${name}`, { count: stats[name] })}
              </AppLink>
            ) : (
              t(`admin.waiting.${name}`, { count: stats[name] })
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
