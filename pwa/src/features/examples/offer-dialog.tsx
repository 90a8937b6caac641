import { useId, useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { ACCEPTED_PICTURES } from '~/lib/accepted-pictures';
import { api, BildnisError, errorCode, errorText, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { megabytes } from '~/lib/formats';
import { loadTexts, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { checkPhoto, type DeviceReason } from '~/lib/photo-check';
import { Button, Checkbox, FileDrop, focusFirstError, FormDialog, RadioGroup, TextField } from '~/ui';
import { loadOwnExamples, releaseOf } from './examples-data';
import styles from './examples.module.css';

type Place = Schemas['OfferExampleBody']['places'][number];
type Months = Schemas['OfferExampleBody']['months'];

type Reason = Exclude<NonNullable<Schemas['ExampleUpload']['reason']>, 'not_made_here'> | DeviceReason;

/** Nothing is chosen before its owner does. */
const NOTHING = {
  portraitIds: [] as string[],
  places: [] as Place[],
  months: null as Months | null,
  alias: '',
  isAgreed: false,
};

const toggled = <Item,>(list: readonly Item[], item: Item): Item[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

function Choices({ label, error, children }: { label: string; error: string | undefined; children: React.ReactNode }) {
  const [labelId, errorId] = [useId(), useId()];
  return (
    <div
      role="group"
      tabIndex={-1}
      aria-labelledby={labelId}
      aria-describedby={error ? errorId : undefined}
      data-error={error ? true : undefined}
      className={styles.choices}
    >
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      {children}
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Exactly which pictures, where and how long; and a photo before, if the customer wants one shown. */
export default function OfferDialog({
  generation,
  onChange,
  onClose,
}: {
  generation: Schemas['Generation'];
  /** What is offered may be another now. */
  onChange(): unknown;
  onClose(): void;
}) {
  const t = useText();
  const [draft, setDraft] = useState(NOTHING);
  const [before, setBefore] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [isTried, setTried] = useState(false);
  const action = useAction('examples.dialog.failed');
  const change = (part: Partial<typeof NOTHING>) => setDraft({ ...draft, ...part });
  const { portraitIds, places, months, isAgreed } = draft;
  const alias = draft.alias.trim();
  const wrong = {
    pictures: portraitIds.length > 0 ? undefined : t('examples.dialog.picturesMissing'),
    places: places.length > 0 ? undefined : t('examples.dialog.placesMissing'),
    months: months ? undefined : t('examples.dialog.monthsMissing'),
    alias: alias ? undefined : t('examples.dialog.aliasMissing'),
    consent: isAgreed ? undefined : t('examples.dialog.consentMissing'),
  };
  const { error } = action;
  const isAliasRefused = error instanceof BildnisError && error.fields.some(({ path }) => path === 'alias');
  const errorOf = (field: keyof typeof wrong) => (isTried ? wrong[field] : undefined);

  /** Why a photo is not taken, and what helps. */
  async function explain(reason: Reason): Promise<string> {
    await loadTexts('aiProfiles.wizard');
    return t('examples.dialog.beforeFault', {
      reason: t(`aiProfiles.wizard.reason.${reason}`),
      remedy: t(`aiProfiles.wizard.remedy.${reason}`),
    });
  }

  /** What is wrong with a file, as far as the device can tell. */
  async function faultOf(file: File): Promise<string | undefined> {
    if (file.size > facts.photos.maxBytes)
      return t('examples.dialog.beforeLarge', { megabytes: megabytes(facts.photos.maxBytes) });
    const { reason } = await file.arrayBuffer().then(checkPhoto, () => ({ reason: 'damaged' as const }));
    return reason ? explain(reason) : undefined;
  }

  async function choose(file: File): Promise<void> {
    const found = await faultOf(file);
    setFault(found);
    setBefore(found ? null : file);
  }

  /** @returns what is wrong with the photo, or with the way to the server; null when it is there */
  async function sendBefore(file: File): Promise<string | null> {
    try {
      const { reason } = await api.uploads.exampleBefore({ generationId: generation.id, file });
      return reason && reason !== 'not_made_here' ? await explain(reason) : null;
    } catch (error) {
      return errorText(error);
    }
  }

  /** @returns false where an earlier offer of these portraits stands, made of something else */
  async function offer(months: Months): Promise<boolean> {
    const version = facts.examples.releaseVersion;
    try {
      await api.offerExample({ path: { id: generation.id }, body: { portraitIds, places, months, alias, version } });
      return true;
    } catch (error) {
      if (errorCode(error) !== 'conflict' || !releaseOf(await loadOwnExamples(), generation.id)) throw error;
      return false;
    }
  }

  async function send() {
    setTried(true);
    if (Object.values(wrong).some(Boolean) || !months) return focusFirstError();
    await action.run(
      () => offer(months),
      async (isSent) => {
        if (!isSent) notify({ title: t('examples.dialog.stands'), text: t('examples.dialog.standsText'), tone: 'bad' });
        else {
          // The offer stands by now: what is wrong with the photo is told, and costs nothing else.
          const reason = before ? await sendBefore(before) : null;
          notify({ title: t('examples.dialog.sent'), text: t('examples.dialog.sentText'), tone: 'good' });
          if (reason)
            notify({
              title: t('examples.dialog.beforeRefused'),
              text: t('examples.dialog.beforeRefusedText', { reason }),
              tone: 'bad',
            });
        }
        onClose();
        await onChange();
      },
    );
  }

  /** Of an offer that failed it is not known here whether it has arrived. */
  function leave() {
    onClose();
    if (action.error) void onChange();
  }

  return (
    <FormDialog isOpen onClose={leave} title={t('examples.dialog.title')}>
      <ActionForm
        action={action}
        hidesError={isAliasRefused}
        onSubmit={send}
        onClose={leave}
        submitLabel={t('examples.dialog.submit')}
      >
        <Choices label={t('examples.dialog.pictures')} error={errorOf('pictures')}>
          <div className={styles.pictures}>
            {generation.portraits.map(({ id, previewUrl }, index) => (
              <Checkbox
                key={id}
                isSelected={portraitIds.includes(id)}
                onChange={() => change({ portraitIds: toggled(portraitIds, id) })}
              >
                <img src={previewUrl} alt={t('examples.dialog.picture', { number: index + 1 })} />
              </Checkbox>
            ))}
          </div>
        </Choices>
        <Choices label={t('examples.dialog.places')} error={errorOf('places')}>
          {facts.examples.places.map((place) => (
            <Checkbox
              key={place}
              isSelected={places.includes(place)}
              onChange={() => change({ places: toggled(places, place) })}
            >
              {t(`examples.place.${place}`)}
            </Checkbox>
          ))}
        </Choices>
        <RadioGroup<`${Months}`>
          label={t('examples.dialog.months')}
          value={months ? `${months}` : null}
          onChange={(value) => change({ months: Number(value) as Months })}
          error={errorOf('months')}
          options={facts.examples.months.map((value) => ({
            value: `${value}`,
            label: t('examples.dialog.monthsOf', { count: value }),
          }))}
        />
        <TextField
          label={t('examples.dialog.alias')}
          description={t('examples.dialog.aliasHint')}
          maxLength={facts.examples.aliasMax}
          value={draft.alias}
          onChange={(value) => change({ alias: value })}
          error={errorOf('alias') ?? (isAliasRefused ? t('examples.dialog.aliasLink') : undefined)}
        />
        <Choices label={t('examples.dialog.before')} error={fault}>
          <p className={styles.text}>{t('examples.dialog.beforeHint')}</p>
          {before ? (
            <div className={styles.chosen}>
              <span>{t('examples.dialog.beforeChosen', { name: before.name })}</span>
              <Button variant="quiet" onPress={() => setBefore(null)}>
                {t('examples.dialog.beforeRemove')}
              </Button>
            </div>
          ) : (
            <FileDrop
              label={t('examples.dialog.beforeDrop')}
              accept={ACCEPTED_PICTURES}
              onFiles={([file]) => file && void choose(file)}
            >
              {t('examples.dialog.beforeChoose')}
            </FileDrop>
          )}
        </Choices>
        <Checkbox isSelected={isAgreed} onChange={(agreed) => change({ isAgreed: agreed })} error={errorOf('consent')}>
          {t('examples.dialog.consent')}
        </Checkbox>
      </ActionForm>
    </FormDialog>
  );
}
