import { useState } from 'react';
import { useAct } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Checkbox, DialogForm, focusFirstError, FormDialog, NumberField, TextField } from '~/ui';

type Pack = Schemas['AdminCreditPack'];

const LEAST_RAPPEN = 50;

/** Makes a pack, or changes one: all fields are needed. */
export function PackDialog({ pack, nextOrder, onDone, onClose }: { pack: Pack | null; nextOrder: number; onDone(): unknown; onClose(): void }) {
  const t = useText();
  const [draft, setDraft] = useState({
    name: pack?.name ?? '', credits: pack?.credits ?? NaN, price: pack ? pack.priceRappen / 100 : NaN, sortOrder: pack?.sortOrder ?? nextOrder, isBusinessPack: pack?.isBusinessPack ?? false, isMostPopular: pack?.isMostPopular ?? false,
  });
  const [isTried, setTried] = useState(false);
  const { isPending, errorText, run } = useAct('admin.packs.saveFailed');
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const priceRappen = Math.round(draft.price * 100);
  const wrong = {
    name: draft.name.trim() ? undefined : t('admin.packs.nameMissing'),
    credits: Number.isInteger(draft.credits) && draft.credits > 0 ? undefined : t('admin.packs.creditsMissing'),
    price: priceRappen >= LEAST_RAPPEN ? undefined : t('admin.packs.priceMissing'),
    sortOrder: Number.isInteger(draft.sortOrder) ? undefined : t('admin.styles.orderMissing'),
  };

  async function save() {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return focusFirstError();
    const { price: _, ...rest } = draft;
    const body = { ...rest, name: draft.name.trim(), priceRappen };
    await run(
      () => (pack ? api.editCreditPack({ path: { id: pack.id }, body }) : api.createCreditPack({ body })),
      async () => {
        notify({ title: t(pack ? 'admin.packs.edited' : 'admin.packs.created'), tone: 'good' });
        await onDone();
        onClose();
      },
    );
  }

  const shown = (field: keyof typeof wrong) => (isTried ? wrong[field] : undefined);
  return (
    <FormDialog isOpen title={pack ? t('admin.packs.editTitle', { name: pack.name }) : t('admin.packs.newTitle')} onClose={onClose}>
      <DialogForm isPending={isPending} error={errorText} onSubmit={() => void save()} cancelLabel={t('shell.cancel')} onCancel={onClose} submitLabel={t('admin.save')}>
        <TextField autoFocus label={t('admin.packs.name')} maxLength={60} value={draft.name} onChange={(name) => change({ name })} error={shown('name')} />
        <NumberField label={t('admin.packs.credits')} minValue={1} maxValue={100_000} value={draft.credits} onChange={(credits) => change({ credits })} error={shown('credits')} />
        <NumberField label={t('admin.packs.price')} minValue={LEAST_RAPPEN / 100} maxValue={10_000} step={0.01} formatOptions={{ minimumFractionDigits: 2, maximumFractionDigits: 2 }} value={draft.price} onChange={(price) => change({ price })} error={shown('price')} />
        <NumberField label={t('admin.styles.order')} minValue={0} maxValue={100_000} value={draft.sortOrder} onChange={(sortOrder) => change({ sortOrder })} error={shown('sortOrder')} />
        <Checkbox isSelected={draft.isMostPopular} onChange={(isMostPopular) => change({ isMostPopular })}>
          {t('admin.packs.popular')}
        </Checkbox>
        <Checkbox isSelected={draft.isBusinessPack} onChange={(isBusinessPack) => change({ isBusinessPack })}>
          {t('admin.packs.business')}
        </Checkbox>
      </DialogForm>
    </FormDialog>
  );
}
