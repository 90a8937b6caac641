import { useState } from 'react';
import { useConfirm } from '~/features/acts';
import { LoadedPart } from '~/features/shell';
import { api, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { EmptyState, Button, PageHeader, Row, Rows, Status, TextLink } from '~/ui';
import styles from '../settings.module.css';
import { when } from '../when';
import { KeyUsageList } from './key-usage';
import type { KeysPage } from './keys-data';
import { NewKey } from './new-key';
import { SCOPE_TEXT } from './scopes';

export type ApiKey = Schemas['ApiKey'];

const hasEnded = ({ expiresAt }: ApiKey): boolean => expiresAt !== null && new Date(expiresAt) <= new Date();

function detailOf(key: ApiKey, t: Text): string {
  const used = key.lastUsedAt ? t('settings.keys.used', { when: when(key.lastUsedAt) }) : t('settings.keys.unused');
  return [
    `${key.hint}…`,
    used,
    key.expiresAt ? t('settings.keys.until', { date: formatDate(key.expiresAt) }) : t('settings.keys.forever'),
  ].join(' · ');
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const t = useText();
  return (
    <Row
      title={apiKey.name}
      detail={
        <>
          <p>{detailOf(apiKey, t)}</p>
          <p>{apiKey.scopes.map((scope) => t(`settings.keys.scope.${SCOPE_TEXT[scope]}`)).join(', ')}</p>
        </>
      }
      status={hasEnded(apiKey) ? <Status tone="neutral">{t('settings.keys.ended')}</Status> : undefined}
      action={
        <Button variant="quiet" onPress={onRevoke} aria-label={t('settings.keys.revokeNamed', { name: apiKey.name })}>
          {t('settings.keys.revoke')}
        </Button>
      }
    />
  );
}

function KeyList({ keys }: { keys: ApiKey[] }) {
  const t = useText();
  const router = useRouter();
  const { ask, dialog, place } = useConfirm();
  const revoke = ({ id, name }: ApiKey) =>
    ask({
      title: t('settings.keys.revokeTitle'),
      text: t('settings.keys.revokeText', { name }),
      confirmLabel: t('settings.keys.revoke'),
      act: () => api.revokeApiKey({ path: { id } }),
      done: () => {
        notify({ title: t('settings.keys.revoked'), text: name, tone: 'good' });
        return router.invalidate();
      },
    });
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {keys.length === 0 ? (
        <EmptyState title={t('settings.keys.empty')}>{t('settings.keys.emptyText')}</EmptyState>
      ) : (
        <Rows label={t('settings.keys.list')}>
          {keys.map((apiKey) => (
            <KeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => revoke(apiKey)} />
          ))}
        </Rows>
      )}
      {dialog}
    </div>
  );
}

/** The API keys: what they may do, when they were used and for what, and a new one. */
export function KeysScreen({ keys, usage }: KeysPage) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t('settings.keys.title')}
        lead={
          <>
            {t('settings.keys.lead')} <TextLink href="/api/v1/reference">{t('settings.keys.reference')}</TextLink>
          </>
        }
        actions={
          <Button variant="primary" onPress={() => setAdding(true)}>
            {t('settings.keys.new')}
          </Button>
        }
      />
      <LoadedPart of={keys} failed={t('settings.keys.failed')}>
        {(value) => <KeyList keys={value} />}
      </LoadedPart>
      {keys.ok && keys.value.length === 0 && usage.ok && usage.value.items.length === 0 ? null : (
        <KeyUsageList usage={usage} />
      )}
      {isAdding ? <NewKey onClose={() => setAdding(false)} /> : null}
    </>
  );
}
