import { useState } from 'react';
import { useAction } from '~/features/acts';
import { LoadedPart } from '~/features/shell';
import { type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, PageHeader, Picture, Row, Rows, Status } from '~/ui';
import { StyleDialog } from './style-dialog';

type Style = Schemas['AdminStyle'];

function StyleRow({ style, onEdit }: { style: Style; onEdit(): void }) {
  const t = useText();
  const router = useRouter();
  const { isPending, run } = useAction();
  const toggle = () =>
    run(
      () => adminApi.editStyle({ path: { id: style.id }, body: { enabled: !style.enabled } }),
      ({ enabled }) => {
        notify({
          title: t(enabled ? 'admin.styles.switchedOn' : 'admin.styles.switchedOff'),
          text: style.displayName,
          tone: 'good',
        });
        return router.invalidate();
      },
    );
  return (
    <Row
      hasManyActions
      picture={style.previewUrl ? <Picture src={style.previewUrl} alt="" /> : undefined}
      title={style.displayName}
      detail={`/app/styles/${style.slug} · ${t(`styles.category.${style.category}`)} · ${t('admin.styles.runs', { count: style.runs, runs: formatNumber(style.runs) })}`}
      status={
        <Status tone={style.enabled ? 'good' : 'neutral'}>
          {t(style.enabled ? 'admin.styles.on' : 'admin.styles.off')}
        </Status>
      }
      action={
        <>
          <Button
            variant="quiet"
            isPending={isPending}
            aria-label={t(style.enabled ? 'admin.styles.disableLabel' : 'admin.styles.enableLabel', {
              name: style.displayName,
            })}
            onPress={() => void toggle()}
          >
            {t(style.enabled ? 'admin.styles.disable' : 'admin.styles.enable')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('admin.styles.editLabel', { name: style.displayName })}
            onPress={onEdit}
          >
            {t('admin.edit')}
          </Button>
        </>
      }
    />
  );
}

/** Every style in its order: switched on and off, and edited. */
export function AdminStylesScreen({ styles }: { styles: Loaded<Style[]> }) {
  const t = useText();
  const router = useRouter();
  const [edited, setEdited] = useState<Style | null>(null);
  return (
    <>
      <PageHeader title={t('admin.styles.title')} lead={t('admin.styles.lead')} />
      <LoadedPart of={styles} failed={t('admin.styles.failed')}>
        {(value) => (
          <Rows label={t('admin.styles.title')}>
            {value.map((style) => (
              <StyleRow key={style.id} style={style} onEdit={() => setEdited(style)} />
            ))}
          </Rows>
        )}
      </LoadedPart>
      {edited ? (
        <StyleDialog style={edited} onDone={() => router.invalidate()} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
}
