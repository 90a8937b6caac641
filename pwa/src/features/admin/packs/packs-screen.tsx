import { useState } from 'react';
import { useConfirm } from '~/features/acts';
import { PartError } from '~/features/shell';
import { errorCode, type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { EmptyState, Button, PageHeader, Row, Rows, Status } from '~/ui';
import { PackDialog } from './pack-dialog';

type Pack = Schemas['AdminCreditPack'];
type Open = { pack: Pack | null } | null;

function PackRow({ pack, onEdit, onDelete }: { pack: Pack; onEdit(): void; onDelete(): void }) {
  const t = useText();
  return (
    <Row
      hasManyActions
      title={pack.name}
      detail={[
        t('admin.users.balance', { count: pack.credits, credits: formatNumber(pack.credits) }),
        formatChf(pack.priceRappen),
        t('admin.packs.sold', { count: pack.sold, sold: formatNumber(pack.sold) }),
        ...(pack.needsSubscription || pack.isBusinessPack ? [] : [t('admin.packs.isForEverybody')]),
      ].join(' · ')}
      status={
        pack.isBusinessPack ? (
          <Status tone="neutral">{t('admin.packs.isBusiness')}</Status>
        ) : pack.isMostPopular ? (
          <Status tone="good">{t('admin.packs.isPopular')}</Status>
        ) : undefined
      }
      action={
        <>
          <Button variant="quiet" aria-label={t('admin.packs.editLabel', { name: pack.name })} onPress={onEdit}>
            {t('admin.edit')}
          </Button>
          <Button variant="quiet" aria-label={t('admin.packs.deleteLabel', { name: pack.name })} onPress={onDelete}>
            {t('admin.delete')}
          </Button>
        </>
      }
    />
  );
}

/** Another admin was faster: what was asked for is done. */
function unlessGone(error: unknown): void {
  if (errorCode(error) !== 'not_found') throw error;
}

/** Every credit pack on sale, business packs too: made, changed, taken off sale. */
export function PacksScreen({ packs }: { packs: Loaded<Pack[]> }) {
  const t = useText();
  const router = useRouter();
  const [open, setOpen] = useState<Open>(null);
  const { ask, dialog, place } = useConfirm('admin.packs.deleteFailed');
  const remove = (pack: Pack) =>
    ask({
      title: t('admin.packs.deleteTitle', { name: pack.name }),
      text: t('admin.packs.deleteText'),
      confirmLabel: t('admin.delete'),
      act: () => adminApi.deleteCreditPack({ path: { id: pack.id } }).catch(unlessGone),
      done: () => {
        notify({ title: t('admin.packs.deleted'), tone: 'good' });
        return router.invalidate();
      },
    });
  const items = packs.ok ? packs.value : [];
  return (
    <>
      <PageHeader
        title={t('admin.packs.title')}
        lead={t('admin.packs.lead')}
        actions={
          <Button variant="primary" onPress={() => setOpen({ pack: null })}>
            {t('admin.packs.new')}
          </Button>
        }
      />
      <div ref={place} tabIndex={-1}>
        {!packs.ok ? (
          <PartError title={t('admin.packs.failed')} error={packs.error} />
        ) : items.length === 0 ? (
          <EmptyState>{t('admin.packs.none')}</EmptyState>
        ) : (
          <Rows label={t('admin.packs.title')}>
            {items.map((pack) => (
              <PackRow key={pack.id} pack={pack} onEdit={() => setOpen({ pack })} onDelete={() => remove(pack)} />
            ))}
          </Rows>
        )}
      </div>
      {open ? (
        <PackDialog
          pack={open.pack}
          nextOrder={Math.max(0, ...items.map(({ sortOrder }) => sortOrder + 1))}
          onDone={() => router.invalidate()}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {dialog}
    </>
  );
}
