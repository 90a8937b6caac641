import type { Schemas } from '~/lib/api';
import { formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { LANGUAGE } from '~/lib/language';
import { Terms } from '~/ui';

type Engine = Schemas['AdminEngine'];

const usd = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'USD' });

function workOf(work: Engine['trainings'], t: Text): string {
  const counts = t('admin.engine.counts', {
    completed: formatNumber(work.completed),
    failed: formatNumber(work.failed),
  });
  if (work.medianSeconds === null || work.p95Seconds === null) return counts;
  return `${counts} · ${t('admin.engine.times', { median: formatNumber(work.medianSeconds), p95: formatNumber(work.p95Seconds) })}`;
}

/** How the portrait engine does, and what it costs where it is hosted. */
export function EngineHealth({ engine }: { engine: Engine }) {
  const t = useText();
  const { hosted } = engine;
  return (
    <Terms
      rows={[
        [t('admin.engine.name'), t(`admin.engine.kind.${engine.engine}`)],
        [t('admin.engine.trainings'), workOf(engine.trainings, t)],
        [t('admin.engine.generations'), workOf(engine.generations, t)],
        ...(hosted.runs > 0 || engine.engine === 'replicate'
          ? [
              [
                t('admin.engine.hosted'),
                t('admin.engine.hostedValue', {
                  runs: formatNumber(hosted.runs),
                  failed: formatNumber(hosted.failed),
                  minutes: formatNumber(Math.round(hosted.seconds / 60)),
                  cost: usd.format(hosted.usdMicros / 1_000_000),
                }),
              ] as const,
            ]
          : []),
        ...(engine.complaints.length > 0
          ? [
              [
                t('admin.engine.complaints'),
                <ul key="complaints">
                  {engine.complaints.map(({ style, engine: by, complaint, count }) => (
                    <li key={`${style} ${by} ${complaint}`}>
                      {t('admin.engine.complaintsOf', {
                        style,
                        engine: t(`admin.engine.kind.${by}`),
                        complaint: t(`admin.engine.complaint.${complaint}`),
                        count,
                      })}
                    </li>
                  ))}
                </ul>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}
