import { useState } from 'react';
import { useConfirm } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { EmptyState, Button, Row, Rows, Section } from '~/ui';
import { knowsPasskeys } from './passkey-ceremony';
import styles from '../settings.module.css';
import { when } from '../when';
import { AddPasskey } from './add-passkey';
import { RenamePasskey } from './rename-passkey';

export type Passkey = Schemas['Passkey'];

function detailOf(passkey: Passkey, t: Text): string {
  const used = passkey.lastUsedAt
    ? t('settings.passkeys.used', { when: when(passkey.lastUsedAt) })
    : t('settings.passkeys.unused');
  return [
    t('settings.passkeys.created', { date: formatDate(passkey.createdAt) }),
    used,
    passkey.backedUp ? t('settings.passkeys.synchronised') : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const named = (action: string) => `${action}: ${passkey.name}`;
  return (
    <Row
      title={passkey.name}
      detail={detailOf(passkey, t)}
      below={isEditing ? <RenamePasskey passkey={passkey} onDone={() => setEditing(false)} /> : undefined}
      hasManyActions
      action={
        <>
          <Button
            variant="quiet"
            onPress={() => setEditing(!isEditing)}
            aria-expanded={isEditing}
            aria-label={named(t('settings.passkeys.rename'))}
          >
            {t('settings.passkeys.rename')}
          </Button>
          <Button variant="quiet" onPress={onRemove} aria-label={named(t('settings.passkeys.remove'))}>
            {t('settings.passkeys.remove')}
          </Button>
        </>
      }
    />
  );
}

function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const t = useText();
  const router = useRouter();
  const { ask, dialog, place } = useConfirm();
  const remove = ({ id, name }: Passkey) =>
    ask({
      title: t('settings.passkeys.removeTitle'),
      text: t('settings.passkeys.removeText', { name }),
      confirmLabel: t('settings.passkeys.remove'),
      act: () => api.removePasskey({ path: { id } }),
      done: () => {
        notify({ title: t('settings.passkeys.removed'), tone: 'good' });
        return router.invalidate();
      },
    });
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {passkeys.length === 0 ? (
        <EmptyState title={t('settings.passkeys.empty')}>{t('settings.passkeys.emptyText')}</EmptyState>
      ) : (
        <Rows label={t('settings.passkeys.title')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
          ))}
        </Rows>
      )}
      {dialog}
    </div>
  );
}

/** The passkeys of the account; `suggestion` is what a new one is called unless somebody says otherwise. */
export function Passkeys({ passkeys, suggestion }: { passkeys: Passkey[]; suggestion: string }) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title={t('settings.passkeys.title')}>
      <PasskeyList passkeys={passkeys} />
      <div className={styles.below}>
        {knowsPasskeys() ? (
          <Button onPress={() => setAdding(true)}>{t('settings.passkeys.add')}</Button>
        ) : (
          <p className={styles.quiet}>{t('settings.passkeys.unsupported')}</p>
        )}
      </div>
      {isAdding ? <AddPasskey suggestion={suggestion} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
