import { useState } from 'react';
import { useAction, useConfirm } from '~/features/acts';
import { LoadedPart } from '~/features/shell';
import { api, errorCode, type Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { notify } from '~/lib/messages';
import { AppLink, useNavigate, useRouter } from '~/lib/navigation';
import type { Page } from '~/lib/pages';
import { Button, EmptyState, FormDialog, Notice, PageHeader, Section, Switch } from '~/ui';
import shared from '../settings.module.css';
import { moment, when } from '../when';
import { Deliveries } from './deliveries';
import { EndpointForm } from './endpoint-form';
import { EndpointStatus } from './endpoint-status';
import { EVENT_TEXT, type Delivery, type Endpoint } from './event-texts';
import { ShownSecret } from '../shown-secret';
import { useTestMessage } from './test-message';
import styles from './webhooks.module.css';

export interface WebhookPage {
  endpoint: Endpoint;
  deliveries: Page<Delivery>;
}

/** What has to be known about an endpoint: why it is off, since when it fails, until when the old secret holds. */
function Notices({ endpoint }: { endpoint: Endpoint }) {
  const t = useText();
  const { disabledReason, disabledAt, failingSince, previousSecretUntil } = endpoint;
  return (
    <>
      {disabledReason && disabledReason !== 'owner' ? (
        <Notice tone="caution" title={t(`settings.webhooks.disabled.${disabledReason}`)}>
          {t('settings.webhooks.disabledText', { when: moment(disabledAt!) })}
        </Notice>
      ) : null}
      {!disabledReason && failingSince ? (
        <Notice tone="caution">{t('settings.webhooks.failingSince', { when: when(failingSince) })}</Notice>
      ) : null}
      {previousSecretUntil ? (
        <Notice>{t('settings.webhooks.oldSecret', { when: moment(previousSecretUntil) })}</Notice>
      ) : null}
    </>
  );
}

function OnOff({ endpoint }: { endpoint: Endpoint }) {
  const t = useText();
  const router = useRouter();
  const { isPending, run } = useAction();
  const set = (enabled: boolean) =>
    run(
      () => api.updateWebhookEndpoint({ path: { id: endpoint.id }, body: { enabled } }),
      () => router.invalidate(),
    );
  return (
    <Switch
      isSelected={endpoint.enabled}
      isDisabled={isPending}
      onChange={(isOn) => void set(isOn)}
      description={t('settings.webhooks.switchHint')}
    >
      {t('settings.webhooks.switch')}
    </Switch>
  );
}

/** Changing, renewing the secret and deleting. */
function useManage(endpoint: Endpoint) {
  const t = useText();
  const router = useRouter();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const { ask, dialog } = useConfirm();
  const { id } = endpoint;

  const rotate = () => {
    let made = '';
    ask({
      title: t('settings.webhooks.rotateTitle'),
      text: t('settings.webhooks.rotateText'),
      confirmLabel: t('settings.webhooks.rotate'),
      act: async () => {
        made = (await api.rotateWebhookSecret({ path: { id } })).secret;
      },
      done: () => {
        setSecret(made);
        return router.invalidate();
      },
    });
  };
  const remove = () =>
    ask({
      title: t('settings.webhooks.deleteTitle'),
      text: t('settings.webhooks.deleteText', { url: endpoint.url }),
      confirmLabel: t('settings.webhooks.delete'),
      act: () => api.deleteWebhookEndpoint({ path: { id } }),
      done: async () => {
        notify({ title: t('settings.webhooks.deleted'), text: endpoint.url, tone: 'good' });
        await navigate({ to: '/app/settings/webhooks' });
      },
    });
  const edited = () => {
    setEditing(false);
    notify({ title: t('settings.saved'), tone: 'good' });
    void router.invalidate();
  };

  const dialogs = (
    <>
      {dialog}
      {isEditing ? (
        <FormDialog isOpen title={t('settings.webhooks.editTitle')} onClose={() => setEditing(false)}>
          <EndpointForm
            initial={{ url: endpoint.url, events: endpoint.events }}
            submitLabel={t('settings.save')}
            save={(body) => api.updateWebhookEndpoint({ path: { id }, body })}
            onSaved={edited}
            onClose={() => setEditing(false)}
          />
        </FormDialog>
      ) : null}
      {secret ? (
        <FormDialog isOpen isSticky title={t('settings.webhooks.rotatedTitle')} onClose={() => setSecret(null)}>
          <ShownSecret
            secret={secret}
            text={t('settings.webhooks.secretText')}
            doneLabel={t('settings.webhooks.secretDone')}
            onDone={() => setSecret(null)}
          />
        </FormDialog>
      ) : null}
    </>
  );
  return { edit: () => setEditing(true), rotate, remove, dialogs };
}

function WebhookDetails({ page: { endpoint, deliveries } }: { page: WebhookPage }) {
  const t = useText();
  const test = useTestMessage(endpoint, deliveries.items);
  const { edit, rotate, remove, dialogs } = useManage(endpoint);
  return (
    <>
      <PageHeader
        above={<EndpointStatus endpoint={endpoint} />}
        title={t('settings.webhooks.endpoint')}
        lead={<span className={styles.url}>{endpoint.url}</span>}
        actions={test.button}
      />
      <div className={styles.notices}>
        <Notices endpoint={endpoint} />
        <div role="status">{test.result}</div>
      </div>
      <Section title={t('settings.webhooks.settings')}>
        <p className={shared.lead}>
          {endpoint.events.map((type) => t(`settings.webhooks.event.${EVENT_TEXT[type]}`)).join(', ')}
        </p>
        <div className={shared.switches}>
          <OnOff endpoint={endpoint} />
        </div>
        <div className={`${shared.actions} ${shared.below}`}>
          <Button onPress={edit}>{t('settings.webhooks.edit')}</Button>
          <Button onPress={rotate}>{t('settings.webhooks.rotate')}</Button>
          <Button variant="quiet" onPress={remove}>
            {t('settings.webhooks.delete')}
          </Button>
        </div>
      </Section>
      <Section title={t('settings.webhooks.deliveries')}>
        <p className={shared.lead}>{t('settings.webhooks.deliveriesLead')}</p>
        <Deliveries endpointId={endpoint.id} first={deliveries} canSend={endpoint.enabled} />
      </Section>
      {dialogs}
    </>
  );
}

/** One endpoint: how it is, what was sent to it, and what can be done. */
export function WebhookScreen({ page }: { page: Loaded<WebhookPage> }) {
  const t = useText();
  const router = useRouter();
  useLive('webhook.changed', () => void router.invalidate());
  return (
    <>
      <p className={shared.state}>
        <AppLink to="/app/settings/webhooks">{t('settings.webhooks.all')}</AppLink>
      </p>
      {!page.ok && errorCode(page.error) === 'not_found' ? (
        <EmptyState isScreen title={t('settings.webhooks.missing')}>
          {t('settings.webhooks.missingText')}
        </EmptyState>
      ) : (
        <LoadedPart isScreen of={page} failed={t('settings.webhooks.endpointFailed')}>
          {(value) => <WebhookDetails page={value} />}
        </LoadedPart>
      )}
    </>
  );
}
