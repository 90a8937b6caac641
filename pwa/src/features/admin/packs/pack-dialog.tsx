import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Checkbox, focusFirstError, FormDialog, NumberField, TextField } from '~/ui';
import { changesOf } from '../changes';

type Pack = Schemas['AdminCreditPack'];

const LEAST_RAPPEN = 50;
const MOST_RAPPEN = 1_000_000;
const MOST = 100_000;

/** Makes a pack, or changes one: all fields are needed, and what is not changed is not sent. */
export function PackDialog({
  pack,
  nextOrder,
  onDone,
  onClose,
}: {
  pack: Pack | null;
  nextOrder: number;
  onDone(): unknown;
  onClose(): void;
}) {
  const t = useText();
  const [before] = useState(() => ({
    name: pack?.name ?? '',
    credits: pack?.credits ?? NaN,
    price: pack ? pack.priceRappen / 100 : NaN,
    sortOrder: pack?.sortOrder ?? nextOrder,
    isBusinessPack: pack?.isBusinessPack ?? false,
    isMostPopular: pack?.isMostPopular ?? false,
    needsSubscription: pack?.needsSubscription ?? true,
  }));
  const [draft, setDraft] = useState(before);
  const [isTried, setTried] = useState(false);
  const action = useAction('admin.packs.saveFailed');
  const isWhole = (value: number, least: number) => Number.isInteger(value) && value >= least && value <= MOST;
  const whole = (min: number) => t('admin.wholeNumber', { min, max: formatNumber(MOST) });
  // A number is taken over when its field is left, in the same moment as a box is ticked.
  const change = (part: Partial<typeof draft>) => setDraft((present) => ({ ...present, ...part }));
  const priceRappen = Math.round(draft.price * 100);
  const isPrice =
    Math.abs(priceRappen - draft.price * 100) < 1e-6 && priceRappen >= LEAST_RAPPEN && priceRappen <= MOST_RAPPEN;
  const wrong = {
    name: draft.name.trim() ? undefined : t('admin.packs.nameMissing'),
    credits: isWhole(draft.credits, 1) ? undefined : whole(1),
    price: isPrice
      ? undefined
      : t('admin.packs.priceMissing', { min: formatChf(LEAST_RAPPEN), max: formatChf(MOST_RAPPEN) }),
    sortOrder: isWhole(draft.sortOrder, 0) ? undefined : whole(0),
  };

  async function save() {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return focusFirstError();
    const asBody = ({ price, name, ...rest }: typeof draft) => ({
      ...rest,
      name: name.trim(),
      priceRappen: Math.round(price * 100),
    });
    const body = asBody(draft);
    await action.run(
      () =>
        pack
          ? adminApi.editCreditPack({ path: { id: pack.id }, body: changesOf(asBody(before), body) })
          : adminApi.createCreditPack({ body }),
      async () => {
        notify({ title: t(pack ? 'admin.packs.edited' : 'admin.packs.created'), tone: 'good' });
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
    <FormDialog
      isOpen
      title={pack ? t('admin.packs.editTitle', { name: pack.name }) : t('admin.packs.newTitle')}
      onClose={onClose}
    >
      <ActionForm action={action} onSubmit={save} onClose={onClose} submitLabel={t('admin.save')}>
        <TextField autoFocus label={t('admin.packs.name')} maxLength={60} {...field('name')} />
        <NumberField label={t('admin.packs.credits')} minValue={1} maxValue={MOST} {...field('credits')} />
        <NumberField
          label={t('admin.packs.price')}
          minValue={LEAST_RAPPEN / 100}
          maxValue={MOST_RAPPEN / 100}
          step={0.01}
          formatOptions={{ minimumFractionDigits: 2, maximumFractionDigits: 4 }}
          {...field('price')}
        />
        <NumberField label={t('admin.styles.order')} minValue={0} maxValue={MOST} {...field('sortOrder')} />
        <Checkbox isSelected={draft.isMostPopular} onChange={(isMostPopular) => change({ isMostPopular })}>
          {t('admin.packs.popular')}
        </Checkbox>
        <Checkbox
          isSelected={!draft.needsSubscription}
          onChange={(isForEverybody) => change({ needsSubscription: !isForEverybody })}
        >
          {t('admin.packs.everybody')}
        </Checkbox>
        <Checkbox isSelected={draft.isBusinessPack} onChange={(isBusinessPack) => change({ isBusinessPack })}>
          {t('admin.packs.business')}
        </Checkbox>
      </ActionForm>
    </FormDialog>
  );
}
