import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { Checkbox, focusFirstError, FormDialog, Select, TextField } from '~/ui';
import styles from '../settings.module.css';
import { ShownSecret } from '../shown-secret';
import { SCOPE_TEXT, SCOPES, type Scope } from './scopes';

/** What the server takes as a name, in characters. */
const NAME_MAX = 60;

/** How long a key may live, in days. */
const LIFETIMES = { '30': 30, '90': 90, '365': 365, never: null } as const;
type Lifetime = keyof typeof LIFETIMES;

function ScopeBoxes({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly Scope[];
  onChange(scopes: Scope[]): void;
  error: string | undefined;
}) {
  const t = useText();
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(SCOPES.filter((each) => (each === scope ? isOn : chosen.includes(each))));
  return (
    <fieldset className={styles.scopes}>
      <legend className={styles.legend}>{t('settings.keys.scopes')}</legend>
      {SCOPES.map((scope, index) => (
        <Checkbox
          key={scope}
          isSelected={chosen.includes(scope)}
          onChange={(isOn) => toggle(scope, isOn)}
          error={index === SCOPES.length - 1 ? error : undefined}
        >
          {t(`settings.keys.scope.${SCOPE_TEXT[scope]}`)}
          <span className={styles.scopeHint}>{t(`settings.keys.scopeHint.${SCOPE_TEXT[scope]}`)}</span>
          <span className={styles.scopeHint} translate="no">
            {scope}
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}

function KeyForm({ onMade, onClose }: { onMade(secret: string): void; onClose(): void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [isTried, setTried] = useState(false);
  const action = useAction();

  async function create() {
    setTried(true);
    if (!name.trim() || scopes.length === 0) return focusFirstError();
    const body: Schemas['CreateApiKeyBody'] = { name: name.trim(), scopes, expiresInDays: LIFETIMES[lifetime] };
    await action.run(
      () => api.createApiKey({ body }),
      ({ secret }) => onMade(secret),
    );
  }

  return (
    <ActionForm action={action} onSubmit={create} onClose={onClose} submitLabel={t('settings.keys.create')}>
      <TextField
        autoFocus
        label={t('settings.keys.name')}
        description={t('settings.keys.nameHint')}
        value={name}
        maxLength={NAME_MAX}
        onChange={setName}
        error={isTried && !name.trim() ? t('settings.keys.nameMissing') : undefined}
      />
      <ScopeBoxes
        chosen={scopes}
        onChange={setScopes}
        error={isTried && scopes.length === 0 ? t('settings.keys.scopesMissing') : undefined}
      />
      <Select
        label={t('settings.keys.expiry')}
        placeholder=""
        value={lifetime}
        onChange={(value) => setLifetime(value as Lifetime)}
        options={(Object.keys(LIFETIMES) as Lifetime[]).map((id) => ({ id, label: t(`settings.keys.expires.${id}`) }))}
      />
    </ActionForm>
  );
}

/** Makes a key, and shows its secret the only time. */
export function NewKey({ onClose }: { onClose(): void }) {
  const t = useText();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const show = (made: string) => {
    setSecret(made);
    void router.invalidate();
  };
  return (
    <FormDialog
      isOpen
      isSticky={secret !== null}
      title={t(secret ? 'settings.keys.createdTitle' : 'settings.keys.newTitle')}
      onClose={onClose}
    >
      {secret ? (
        <ShownSecret
          secret={secret}
          text={t('settings.keys.createdText')}
          doneLabel={t('settings.keys.done')}
          onDone={onClose}
        />
      ) : (
        <KeyForm onMade={show} onClose={onClose} />
      )}
    </FormDialog>
  );
}
