import { LoadedPart } from '~/features/shell';
import { useText } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { Notice, PageHeader, PlainButton, Section } from '~/ui';
import type { Dashboard } from '../load';
import { Chart } from './chart';
import styles from './dashboard-screen.module.css';
import { EngineHealth } from './engine';
import { Figures, NO_STATS, Waiting } from './figures';

/** How the product stands. Figures that could not be loaded are 0, and the page says so. */
export function DashboardScreen({ stats, chart, engine }: Dashboard) {
  const t = useText();
  const router = useRouter();
  return (
    <>
      <PageHeader title={t('admin.dashboard.title')} lead={t('admin.dashboard.lead')} />
      <div className={styles.stack}>
        {stats.ok ? (
          <Waiting stats={stats.value} />
        ) : (
          <Notice
            title={t('admin.stats.failed')}
            action={<PlainButton onClick={() => void router.invalidate()}>{t('shell.retry')}</PlainButton>}
          >
            {t('admin.stats.failedText')}
          </Notice>
        )}
        <Figures stats={stats.ok ? stats.value : NO_STATS} />
      </div>
      <LoadedPart of={chart} failed={t('admin.chart.failed')}>
        {(value) => <Chart first={value.days} />}
      </LoadedPart>
      <Section title={t('admin.engine.title')}>
        <LoadedPart of={engine} failed={t('admin.engine.failed')}>
          {(value) => <EngineHealth engine={value} />}
        </LoadedPart>
      </Section>
    </>
  );
}
