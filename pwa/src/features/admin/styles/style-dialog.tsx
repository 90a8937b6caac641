import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Checkbox, focusFirstError, FormDialog, NumberField, Select, Switch, TextArea, TextField } from '~/ui';
import { changesOf } from '../changes';
import styles from './style-dialog.module.css';

type Style = Schemas['AdminStyle'];
const CATEGORIES = ['studio', 'city', 'office', 'outdoor', 'creative'] as const satisfies readonly Style['category'][];
const PURPOSES = ['application', 'linkedin', 'team', 'press'] as const satisfies readonly Style['purposes'][number][];
const MOST = 100_000;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Everything about a style that can be changed; what is not changed is not sent. */
export function StyleDialog({ style, onDone, onClose }: { style: Style; onDone(): unknown; onClose(): void }) {
  const t = useText();
  const [before] = useState(() => ({
    displayName: style.displayName,
    slug: style.slug,
    description: style.description,
    category: style.category,
    purposes: style.purposes,
    enabled: style.enabled,
    sortOrder: style.sortOrder,
  }));
  const [draft, setDraft] = useState(before);
  const [isTried, setTried] = useState(false);
  const action = useAction();
  const { run, clear } = action;
  const change = (part: Partial<typeof draft>) => {
    // A number is taken over when its field is left, in the same moment as a box is ticked.
    setDraft((present) => ({ ...present, ...part }));
    clear();
  };
  const wrong = {
    displayName: draft.displayName.trim() ? undefined : t('admin.styles.nameMissing'),
    slug: SLUG.test(draft.slug) ? undefined : t('admin.styles.slugWrong'),
    description: draft.description.trim() ? undefined : t('admin.styles.descriptionMissing'),
    purposes: draft.purposes.length > 0 ? undefined : t('admin.styles.purposeMissing'),
    sortOrder:
      Number.isInteger(draft.sortOrder) && draft.sortOrder >= 0 && draft.sortOrder <= MOST
        ? undefined
        : t('admin.wholeNumber', { min: 0, max: formatNumber(MOST) }),
  };

  async function save() {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return focusFirstError();
    await run(
      () =>
        adminApi.editStyle({
          path: { id: style.id },
          body: changesOf(before, { ...draft, description: draft.description.trim().replace(/\s+/g, ' ') }),
        }),
      async () => {
        notify({ title: t('admin.styles.saved'), tone: 'good' });
        await onDone();
        onClose();
      },
    );
  }

  const field = <Name extends keyof typeof wrong>(name: Name) => ({
    value: draft[name],
    onChange: (value: (typeof draft)[Name]) => change({ [name]: value }),
    error: isTried ? wrong[name] : undefined,
  });
  return (
    <FormDialog isOpen title={t('admin.styles.editTitle', { name: style.displayName })} onClose={onClose}>
      <ActionForm action={action} onSubmit={save} onClose={onClose} submitLabel={t('admin.save')}>
        <TextField autoFocus label={t('admin.styles.name')} maxLength={80} {...field('displayName')} />
        <TextField
          label={t('admin.styles.slug')}
          description={t('admin.styles.slugHint')}
          maxLength={60}
          {...field('slug')}
        />
        <TextArea label={t('admin.styles.description')} maxLength={500} {...field('description')} />
        <Select
          label={t('admin.styles.category')}
          placeholder=""
          value={draft.category}
          onChange={(category) => change({ category: category as Style['category'] })}
          options={CATEGORIES.map((id) => ({ id, label: t(`styles.category.${id}`) }))}
        />
        <div role="group" aria-label={t('admin.styles.purposes')} className={styles.purposes}>
          <span className={styles.label}>{t('admin.styles.purposes')}</span>
          {PURPOSES.map((purpose) => (
            <Checkbox
              key={purpose}
              isSelected={draft.purposes.includes(purpose)}
              onChange={(isChosen) =>
                change({
                  purposes: PURPOSES.filter((each) => (each === purpose ? isChosen : draft.purposes.includes(each))),
                })
              }
              error={isTried && purpose === PURPOSES.at(-1) ? wrong.purposes : undefined}
            >
              {t(`styles.purpose.${purpose}`)}
            </Checkbox>
          ))}
        </div>
        <NumberField label={t('admin.styles.order')} minValue={0} maxValue={MOST} {...field('sortOrder')} />
        <Switch isSelected={draft.enabled} onChange={(enabled) => change({ enabled })}>
          {t('admin.styles.enabled')}
        </Switch>
      </ActionForm>
    </FormDialog>
  );
}
