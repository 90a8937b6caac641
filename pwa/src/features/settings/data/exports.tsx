import { useAction } from '~/features/acts';
import { api, BildnisError, type Schemas } from '~/lib/api';
import { openDownload } from '~/lib/downloads';
import { megabytes } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { useLive, usePollingFallback } from '~/lib/live';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Notice, Row, Rows, Status, type StatusTone } from '~/ui';
import styles from '../settings.module.css';
import { moment } from '../when';

export type DataExport = Schemas['DataExport'];

const TONE: Record<DataExport['status'], StatusTone> = {
  queued: 'active',
  ready: 'good',
  failed: 'bad',
  expired: 'neutral',
};

function detailOf({ status, expiresAt, bytes }: DataExport, t: Text): string {
  if (status === 'queued') return t('settings.exports.waitText');
  if (status === 'failed') return t('settings.exports.failedText');
  const size =
    bytes === null
      ? null
      : megabytes(bytes) > 0
        ? t('settings.exports.size', { size: megabytes(bytes) })
        : t('settings.exports.sizeSmall');
  return [status === 'ready' && expiresAt ? t('settings.exports.until', { when: moment(expiresAt) }) : null, size]
    .filter(Boolean)
    .join(' · ');
}

/** The link lives for an hour and this page may be open longer: each press asks for a new one. */
async function freshLink(id: string): Promise<string> {
  const { items } = await api.listDataExports();
  const url = items.find((item) => item.id === id)?.url;
  if (!url) throw new BildnisError({ code: 'link_expired', status: 410 });
  return url;
}

function ExportRow({ item }: { item: DataExport }) {
  const t = useText();
  const router = useRouter();
  const { isPending, errorText, run } = useAction();
  const fetchIt = async () => {
    if (!(await run(() => freshLink(item.id), openDownload))) await router.invalidate();
  };
  return (
    <Row
      title={t('settings.exports.of', { when: moment(item.createdAt) })}
      detail={detailOf(item, t)}
      below={errorText ? <Notice tone="bad">{errorText}</Notice> : undefined}
      status={<Status tone={TONE[item.status]}>{t(`settings.exports.status.${item.status}`)}</Status>}
      action={
        item.status === 'ready' ? (
          <Button variant="quiet" isPending={isPending} onPress={() => void fetchIt()}>
            {t('settings.exports.download')}
          </Button>
        ) : undefined
      }
    />
  );
}

/** Asks for all own data, and shows how far that is. */
export function Exports({ exports }: { exports: readonly DataExport[] }) {
  const t = useText();
  const router = useRouter();
  const { isPending, errorText, run } = useAction();
  const isWaiting = exports.some(({ status }) => status === 'queued');
  useLive('export.changed', () => void router.invalidate());
  usePollingFallback(isWaiting, () => void router.invalidate());

  const request = () =>
    run(
      () => api.requestDataExport(),
      () => {
        notify({ title: t('settings.exports.requested'), text: t('settings.exports.requestedText'), tone: 'good' });
        return router.invalidate();
      },
    );
  return (
    <div className={styles.stack}>
      <div className={styles.ruled}>
        <p className={styles.lead}>{t('settings.exports.lead')}</p>
        {/* One at a time. Busy instead of gone, so that the focus stays where it is. */}
        <Button isPending={isPending || isWaiting} onPress={() => void request()}>
          {t('settings.exports.request')}
        </Button>
      </div>
      {errorText ? <Notice tone="bad">{errorText}</Notice> : null}
      {exports.length > 0 ? (
        <div className={styles.below}>
          <Rows label={t('settings.exports.list')}>
            {exports.map((item) => (
              <ExportRow key={item.id} item={item} />
            ))}
          </Rows>
        </div>
      ) : null}
    </div>
  );
}
