import { useAction } from '~/features/acts';
import { api } from '~/lib/api';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { PagedRows, type Page } from '~/lib/pages';
import { Button, Notice, Row, Status, type StatusTone } from '~/ui';
import { when } from '../when';
import { EVENT_TEXT, type Delivery } from './event-texts';

const TONE: Record<Delivery['state'], StatusTone> = { pending: 'active', delivered: 'good', failed: 'bad' };

/** «Status 500 nach 120 ms», «Zeit abgelaufen» */
export function attemptText({ status, error, durationMs }: Delivery['attempts'][number], t: Text): string {
  if (status !== null) return t('settings.webhooks.answered', { status, ms: durationMs });
  return t(`settings.webhooks.error.${error ?? 'connection_failed'}`);
}

function detailOf({ attempts, nextAttemptAt, state }: Delivery, t: Text): string {
  const last = attempts.at(-1);
  const next =
    state === 'pending' && nextAttemptAt && last ? t('settings.webhooks.next', { when: when(nextAttemptAt) }) : null;
  return [
    last ? t('settings.webhooks.attempts', { count: attempts.length }) : t('settings.webhooks.underWay'),
    last ? attemptText(last, t) : null,
    next,
  ]
    .filter(Boolean)
    .join(' · ');
}

function DeliveryRow({ delivery, endpointId, canSend }: { delivery: Delivery; endpointId: string; canSend: boolean }) {
  const t = useText();
  const router = useRouter();
  const { isPending, errorText, run } = useAction();
  const name = t(`settings.webhooks.event.${EVENT_TEXT[delivery.event.type]}`);
  const replay = () =>
    run(
      () => api.replayWebhookDelivery({ path: { id: endpointId, deliveryId: delivery.id } }),
      () => {
        notify({ title: t('settings.webhooks.replayed'), text: name, tone: 'good' });
        return router.invalidate();
      },
    );
  return (
    <Row
      title={name}
      detail={
        <>
          <p>{when(delivery.createdAt)}</p>
          <p>{detailOf(delivery, t)}</p>
        </>
      }
      below={errorText ? <Notice tone="bad">{errorText}</Notice> : undefined}
      status={<Status tone={TONE[delivery.state]}>{t(`settings.webhooks.state.${delivery.state}`)}</Status>}
      action={
        canSend ? (
          <Button
            variant="quiet"
            isPending={isPending}
            onPress={() => void replay()}
            aria-label={t('settings.webhooks.replayNamed', { name, when: when(delivery.createdAt) })}
          >
            {t('settings.webhooks.replay')}
          </Button>
        ) : undefined
      }
    />
  );
}

/** What was sent to an endpoint, newest first, and how that went. */
export function Deliveries({
  endpointId,
  first,
  canSend,
}: {
  endpointId: string;
  first: Page<Delivery>;
  canSend: boolean;
}) {
  const t = useText();
  return (
    <PagedRows
      first={first}
      load={(cursor) => api.listWebhookDeliveries({ path: { id: endpointId }, query: { cursor } })}
      label={t('settings.webhooks.deliveries')}
      empty={t('settings.webhooks.noDeliveries')}
    >
      {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} endpointId={endpointId} canSend={canSend} />}
    </PagedRows>
  );
}
