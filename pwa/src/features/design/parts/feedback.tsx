import { useText } from '~/lib/i18n';
import { BarChart, EmptyState, Button, Notice, ProgressBar, Skeleton, Status } from '~/ui';
import { Specimen, State } from '../specimen';
import styles from './parts.module.css';

const TONES = ['neutral', 'active', 'good', 'bad'] as const;

/** What says how things stand. */
export function Feedback() {
  const t = useText();
  return (
    <>
      <Specimen name="Status" text="design.part.status">
        {TONES.map((tone) => (
          <State key={tone} code={tone}>
            <Status tone={tone}>{t(`design.sample.status.${tone}`)}</Status>
          </State>
        ))}
      </Specimen>
      <Specimen name="ProgressBar" text="design.part.progressBar">
        <State name="filled">
          <ProgressBar label={t('design.sample.progress')} fraction={0.62} />
        </State>
        <State name="unknown">
          <ProgressBar label={t('design.sample.progress')} />
        </State>
      </Specimen>
      <Specimen name="BarChart" text="design.part.barChart">
        <State name="filled" isWide>
          <BarChart
            title={t('design.sample.chart')}
            total="34"
            tableLabel={t('design.sample.table')}
            points={[4, 9, 0, 3, 12, 6].map((value, index) => ({
              id: String(index),
              label: `${index + 1}.`,
              value,
              text: String(value),
            }))}
          />
        </State>
      </Specimen>
      <Notices />
      <Specimen name="EmptyState" text="design.part.blank">
        <State name="empty">
          <EmptyState title={t('design.sample.blankTitle')} action={<Button>{t('design.sample.create')}</Button>}>
            {t('design.sample.blankText')}
          </EmptyState>
        </State>
        <State name="bad">
          <EmptyState tone="bad" title={t('shell.broken.title')} action={<Button>{t('shell.retry')}</Button>}>
            {t('shell.broken.offline')}
          </EmptyState>
        </State>
      </Specimen>
      <Specimen name="Skeleton" text="design.part.skeleton">
        {(['heading', 'line', 'control', 'thumb'] as const).map((shape) => (
          <State key={shape} code={shape}>
            <Skeleton shape={shape} />
          </State>
        ))}
        <State code="portrait">
          <span className={styles.portrait}>
            <Skeleton shape="portrait" />
          </span>
        </State>
      </Specimen>
    </>
  );
}

function Notices() {
  const t = useText();
  return (
    <Specimen name="Notice" text="design.part.notice">
      <State name="rest" isWide>
        <Notice
          title={t('design.sample.noticeTitle')}
          action={<Button variant="quiet">{t('design.sample.open')}</Button>}
        >
          {t('design.sample.noticeText')}
        </Notice>
      </State>
      <State name="caution" isWide>
        <Notice tone="caution">{t('shell.offline')}</Notice>
      </State>
      <State name="bad" isWide>
        <Notice tone="bad" title={t('design.sample.badTitle')}>
          {t('design.sample.badText')}
        </Notice>
      </State>
    </Specimen>
  );
}
