import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { BildnisError, type Schemas } from '~/lib/api';
import { useText, type TextKey } from '~/lib/i18n';
import { Checkbox, focusFirstError, TextField } from '~/ui';
import styles from '../settings.module.css';
import { EVENT_TEXT, EVENT_TYPES, type EventType } from './event-texts';

const URL_MAX = 2048;

/** What the server says is wrong with an address. */
const REFUSED: Record<string, TextKey> = {
  https_needed: 'settings.webhooks.urlInvalid',
  credentials_in_url: 'settings.webhooks.urlCredentials',
  port_not_allowed: 'settings.webhooks.urlPort',
  address_not_public: 'settings.webhooks.urlPrivate',
};

function refusalOf(error: unknown): TextKey | undefined {
  const field = error instanceof BildnisError ? error.fields.find(({ path }) => path === 'url') : undefined;
  return field && (REFUSED[field.code] ?? 'settings.webhooks.urlInvalid');
}

function EventBoxes({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly EventType[];
  onChange(events: EventType[]): void;
  error: string | undefined;
}) {
  const t = useText();
  const toggle = (type: EventType, isOn: boolean) =>
    onChange(EVENT_TYPES.filter((each) => (each === type ? isOn : chosen.includes(each))));
  return (
    <fieldset className={styles.scopes}>
      <legend className={styles.legend}>{t('settings.webhooks.events')}</legend>
      {EVENT_TYPES.map((type, index) => (
        <Checkbox
          key={type}
          isSelected={chosen.includes(type)}
          onChange={(isOn) => toggle(type, isOn)}
          error={index === EVENT_TYPES.length - 1 ? error : undefined}
        >
          {t(`settings.webhooks.event.${EVENT_TEXT[type]}`)}
          <span className={styles.scopeHint}>{type}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}

export interface EndpointFormProps<Result> {
  initial: Schemas['CreateWebhookEndpointBody'];
  submitLabel: string;
  save(body: Schemas['CreateWebhookEndpointBody']): Promise<Result>;
  onSaved(result: Result): void;
  onClose(): void;
}

/** Where an endpoint is and what it is told, for a new one and for one that is changed. */
export function EndpointForm<Result>({ initial, submitLabel, save, onSaved, onClose }: EndpointFormProps<Result>) {
  const t = useText();
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState(initial.events);
  const [isTried, setTried] = useState(false);
  const action = useAction();
  const { error, clear, run } = action;
  const isUrl = /^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim());
  const refusal = refusalOf(error);

  async function submit() {
    setTried(true);
    if (!isUrl || events.length === 0) return focusFirstError();
    if (!(await run(() => save({ url: url.trim(), events }), onSaved))) focusFirstError();
  }

  const urlError = isTried && !isUrl ? 'settings.webhooks.urlInvalid' : refusal;
  return (
    <ActionForm
      action={action}
      hidesError={Boolean(refusal)}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={submitLabel}
    >
      <TextField
        autoFocus
        type="url"
        label={t('settings.webhooks.url')}
        description={t('settings.webhooks.urlHint')}
        value={url}
        maxLength={URL_MAX}
        onChange={(value) => {
          setUrl(value);
          clear();
        }}
        error={urlError ? t(urlError) : undefined}
      />
      <EventBoxes
        chosen={events}
        onChange={setEvents}
        error={isTried && events.length === 0 ? t('settings.webhooks.eventsMissing') : undefined}
      />
    </ActionForm>
  );
}
