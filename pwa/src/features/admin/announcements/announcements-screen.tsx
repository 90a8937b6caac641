import { useState } from 'react';
import { useConfirm } from '~/features/acts';
import { LoadedPart } from '~/features/shell';
import { type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { facts } from '~/lib/facts';
import { formatChf, formatDate, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, EmptyState, PageHeader, Row, Rows, Status } from '~/ui';
import { AnnounceDialog } from './announce-dialog';

type Announcement = Schemas['AdminAnnouncement'];
type List = Schemas['AdminAnnouncementList'];

function AnnouncementRow({ item, onTakeBack }: { item: Announcement; onTakeBack(): void }) {
  const t = useText();
  const { kind, version, effectiveOn, concerned, sent, accepted, refused } = item;
  const number = { sent: formatNumber(sent), concerned: formatNumber(concerned) };
  const name = t(`admin.announcements.named.${kind}`, {
    version: version ?? '',
    plan: facts.plans.find(({ id }) => id === item.planId)?.name ?? item.planId ?? '',
    price: item.priceRappen === null ? '' : formatChf(item.priceRappen),
  });
  return (
    <Row
      title={name}
      detail={[
        t('admin.announcements.from', { date: formatDate(`${effectiveOn}T12:00:00Z`) }),
        t('admin.announcements.sent', number),
        ...(item.publishedAt ? [t('admin.announcements.onSale', { date: formatDate(item.publishedAt) })] : []),
        ...(kind === 'terms' && sent > 0
          ? [
              t('admin.announcements.answers', {
                accepted: formatNumber(accepted),
                refused: formatNumber(refused),
              }),
            ]
          : []),
      ].join(' · ')}
      status={
        item.isPublished === false ? <Status tone="neutral">{t('admin.announcements.unpublished')}</Status> : undefined
      }
      action={
        item.canBeTakenBack ? (
          <Button variant="quiet" aria-label={t('admin.announcements.takeBackLabel', { name })} onPress={onTakeBack}>
            {t('admin.announcements.takeBack')}
          </Button>
        ) : undefined
      }
    />
  );
}

/** Changes that customers are told of ahead, how far their emails have come, and what was answered. */
export function AnnouncementsScreen({ list }: { list: Loaded<List> }) {
  const t = useText();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { ask, dialog, place } = useConfirm('admin.announcements.takeBackFailed');
  const takeBack = ({ id }: Announcement) =>
    ask({
      title: t('admin.announcements.takeBackTitle'),
      text: t('admin.announcements.takeBackText'),
      confirmLabel: t('admin.announcements.takeBack'),
      act: () => adminApi.takeBackAnnouncement({ path: { id } }),
      done: () => {
        notify({ title: t('admin.announcements.takenBack'), tone: 'good' });
        return router.invalidate();
      },
    });
  return (
    <>
      <PageHeader
        title={t('admin.announcements.title')}
        lead={t('admin.announcements.lead')}
        actions={
          list.ok ? (
            <Button variant="primary" onPress={() => setOpen(true)}>
              {t('admin.announcements.new')}
            </Button>
          ) : undefined
        }
      />
      <div ref={place} tabIndex={-1}>
        <LoadedPart of={list} failed={t('admin.announcements.failed')}>
          {({ items, earliestOn }) => (
            <>
              {items.length === 0 ? (
                <EmptyState>{t('admin.announcements.none')}</EmptyState>
              ) : (
                <Rows label={t('admin.announcements.title')}>
                  {items.map((item) => (
                    <AnnouncementRow key={item.id} item={item} onTakeBack={() => takeBack(item)} />
                  ))}
                </Rows>
              )}
              {isOpen ? (
                <AnnounceDialog
                  earliestOn={earliestOn}
                  onDone={() => router.invalidate()}
                  onClose={() => setOpen(false)}
                />
              ) : null}
            </>
          )}
        </LoadedPart>
      </div>
      {dialog}
    </>
  );
}
