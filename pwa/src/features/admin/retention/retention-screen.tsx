import { LoadedPart } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { formatDay, formatNumber, formatTime } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { Notice, PageHeader, PlainButton, Status, Table } from '~/ui';

type Rule = Schemas['RetentionRule'];

/** In one line: in a narrow table it would stand in three. */
const momentInOneLine = (iso: string, t: Text): string =>
  `${formatDay(iso)}, ${t('shell.messages.at', { time: formatTime(iso) })}`.replaceAll(' ', '\u00A0');

/** `P90D` → «90 Tage»; what is not one plain span stands as it is. */
function spanOf(t: Text, kept: string): string {
  if (kept === 'PT0S') return t('admin.retention.atOnce');
  const [, days, hours, months, years] = /^P(?:(?:(\d+)D)|T(\d+)H|(\d+)M|(\d+)Y)$/.exec(kept) ?? [];
  if (days) return t('admin.retention.days', { count: Number(days) });
  if (hours) return t('admin.retention.hours', { count: Number(hours) });
  if (months) return t('admin.retention.months', { count: Number(months) });
  if (years) return t('admin.retention.years', { count: Number(years) });
  return kept;
}

function Rules({ rules }: { rules: readonly Rule[] }) {
  const t = useText();
  return (
    <Table<Rule & { id: string }>
      label={t('admin.retention.title')}
      empty={null}
      rows={rules.map((rule) => ({ ...rule, id: rule.rule }))}
      columns={[
        { id: 'rule', title: t('admin.retention.rule'), renderCell: ({ rule }) => t(`admin.retention.name.${rule}`) },
        { id: 'kept', title: t('admin.retention.kept'), renderCell: ({ kept }) => spanOf(t, kept) },
        {
          id: 'overdue',
          title: t('admin.retention.overdue'),
          renderCell: ({ overdue }) =>
            overdue > 0 ? (
              <Status tone="bad">{formatNumber(overdue)}</Status>
            ) : (
              <Status tone="good">{t('admin.retention.inTime')}</Status>
            ),
        },
        {
          id: 'ran',
          title: t('admin.retention.lastRun'),
          renderCell: ({ lastRunAt }) => (lastRunAt ? momentInOneLine(lastRunAt, t) : t('admin.retention.never')),
        },
        {
          id: 'total',
          title: t('admin.retention.total'),
          isNumeric: true,
          renderCell: ({ total }) => formatNumber(total),
        },
      ]}
    />
  );
}

/** Every promise about how long something is kept, and whether it is. */
export function RetentionScreen({ report }: { report: Loaded<Schemas['RetentionReport']> }) {
  const t = useText();
  const router = useRouter();
  return (
    <>
      <PageHeader
        title={t('admin.retention.title')}
        lead={t('admin.retention.lead')}
        actions={<PlainButton onClick={() => void router.invalidate()}>{t('admin.refresh')}</PlainButton>}
      />
      {report.ok && report.value.unjournaled > 0 ? (
        <Notice tone="caution" title={t('admin.retention.unjournaled', { count: report.value.unjournaled })} />
      ) : null}
      <LoadedPart of={report} failed={t('admin.retention.failed')}>
        {(value) => <Rules rules={value.items} />}
      </LoadedPart>
    </>
  );
}
