import { useRef, useState } from 'react';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf, formatDay, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { PartError } from '~/features/shell';
import { BarChart, Section, Segmented } from '~/ui';
import styles from './dashboard-screen.module.css';

type Days = Schemas['AdminChart']['days'];
const SPANS = ['7', '30', '90', '365'] as const;
type Span = (typeof SPANS)[number];
const SERIES = ['users', 'revenueRappen', 'runs'] as const;

/** New users, revenue and runs by day, over a span that can be chosen. */
export function Chart({ first }: { first: Days }) {
  const t = useText();
  const [span, setSpan] = useState<Span>('30');
  const [days, setDays] = useState(first);
  const [failure, setFailure] = useState<unknown>(null);
  const latest = useRef<Span>(span);

  async function choose(next: Span) {
    setSpan(next);
    latest.current = next;
    try {
      const chart = await adminApi.getChart({ query: { days: Number(next) } });
      if (latest.current !== next) return;
      setDays(chart.days);
      setFailure(null);
    } catch (error) {
      if (latest.current === next) setFailure(error);
    }
  }

  const write = (name: (typeof SERIES)[number], value: number) =>
    name === 'revenueRappen' ? formatChf(value) : formatNumber(value);
  return (
    <Section
      title={t('admin.chart.title')}
      aside={
        <Segmented
          label={t('admin.chart.span')}
          value={span}
          onChange={(next) => void choose(next)}
          options={SPANS.map((value) => ({ value, label: t('admin.chart.days', { count: Number(value) }) }))}
        />
      }
    >
      {failure ? (
        <PartError title={t('admin.chart.failed')} error={failure} onRetry={() => void choose(span)} />
      ) : (
        <div className={styles.charts}>
          {SERIES.map((name) => (
            <BarChart
              key={name}
              title={t(`admin.chart.${name}`)}
              total={write(
                name,
                days.reduce((sum, day) => sum + day[name], 0),
              )}
              tableLabel={t('admin.chart.table')}
              points={days.map((day) => ({
                id: day.day,
                label: formatDay(`${day.day}T12:00:00Z`),
                value: day[name],
                text: write(name, day[name]),
              }))}
            />
          ))}
        </div>
      )}
    </Section>
  );
}
