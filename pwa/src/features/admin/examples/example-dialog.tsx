import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Checkbox, focusFirstError, FormDialog, Select, TextField } from '~/ui';
import { changesOf } from '../changes';
import styles from './examples.module.css';
import type { AdminExample } from './examples-data';

type Place = AdminExample['places'][number];

/** Days as a date field has them, where the admin is. */
const dayOf = (iso: string): string => new Date(iso).toLocaleDateString('sv-SE');
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(`${day}T00:00:00`));

/** Writes a release down, or changes what is written. */
export function ExampleDialog({
  example,
  styles: all,
  onDone,
  onClose,
}: {
  example: AdminExample | null;
  styles: readonly Schemas['AdminStyle'][];
  onDone(example: AdminExample): unknown;
  onClose(): void;
}) {
  const t = useText();
  const [before] = useState(() => ({
    alias: example?.alias ?? '',
    styleId: example?.styleId ?? all[0]?.id ?? '',
    places: example?.places ?? ([] as Place[]),
    releaseReference: example?.releaseReference ?? '',
    releasedAt: example ? dayOf(example.releasedAt) : '',
    endsAt: example ? dayOf(example.endsAt) : '',
  }));
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const [draft, setDraft] = useState(before);
  const [isTried, setTried] = useState(false);
  const action = useAction('admin.examples.saveFailed');
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const { places, releasedAt, endsAt } = draft;
  const wrong = {
    alias: draft.alias.trim() ? undefined : t('admin.examples.aliasMissing'),
    places: places.length > 0 ? undefined : t('admin.examples.placesMissing'),
    releaseReference: draft.releaseReference.trim() ? undefined : t('admin.examples.referenceMissing'),
    releasedAt: isDay(releasedAt) ? undefined : t('admin.examples.dateMissing'),
    endsAt: !isDay(endsAt)
      ? t('admin.examples.dateMissing')
      : endsAt < releasedAt
        ? t('admin.examples.dateOrder')
        : endsAt < today
          ? t('admin.examples.datePast')
          : undefined,
  };
  const errorOf = (field: keyof typeof wrong) => (isTried ? wrong[field] : undefined);

  async function save() {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return focusFirstError();
    const asBody = (from: typeof draft) => ({
      alias: from.alias.trim(),
      styleId: from.styleId,
      places: from.places,
      releaseReference: from.releaseReference.trim(),
      releasedAt: startOf(from.releasedAt),
      endsAt: endOf(from.endsAt),
    });
    await action.run(
      () =>
        example
          ? adminApi.editExample({ path: { id: example.id }, body: changesOf(asBody(before), asBody(draft)) })
          : adminApi.createExample({ body: asBody(draft) }),
      async (saved) => {
        notify({ title: t('admin.examples.saved'), tone: 'good' });
        await onDone(saved);
      },
    );
  }

  return (
    <FormDialog
      isOpen
      title={example ? t('admin.examples.editTitle', { alias: example.alias }) : t('admin.examples.newTitle')}
      onClose={onClose}
    >
      <ActionForm action={action} onSubmit={save} onClose={onClose} submitLabel={t('admin.save')}>
        <TextField
          autoFocus
          label={t('admin.examples.alias')}
          maxLength={facts.examples.aliasMax}
          value={draft.alias}
          onChange={(alias) => change({ alias })}
          error={errorOf('alias')}
        />
        <Select
          label={t('admin.examples.style')}
          placeholder={t('admin.examples.style')}
          options={all.map(({ id, displayName }) => ({ id, label: displayName }))}
          value={draft.styleId}
          onChange={(styleId) => change({ styleId })}
        />
        <div role="group" aria-label={t('admin.examples.places')} className={styles.places}>
          <span className={styles.label}>{t('admin.examples.places')}</span>
          {facts.examples.places.map((place) => (
            <Checkbox
              key={place}
              isSelected={places.includes(place)}
              onChange={(isChosen) =>
                change({ places: isChosen ? [...places, place] : places.filter((each) => each !== place) })
              }
              error={place === facts.examples.places.at(-1) ? errorOf('places') : undefined}
            >
              {t(`examples.place.${place}`)}
            </Checkbox>
          ))}
        </div>
        <TextField
          label={t('admin.examples.reference')}
          maxLength={120}
          value={draft.releaseReference}
          onChange={(releaseReference) => change({ releaseReference })}
          error={errorOf('releaseReference')}
        />
        <TextField
          type="date"
          label={t('admin.examples.releasedAt')}
          value={releasedAt}
          onChange={(day) => change({ releasedAt: day })}
          error={errorOf('releasedAt')}
        />
        <TextField
          type="date"
          label={t('admin.examples.endsAt')}
          value={endsAt}
          onChange={(day) => change({ endsAt: day })}
          error={errorOf('endsAt')}
        />
      </ActionForm>
    </FormDialog>
  );
}
