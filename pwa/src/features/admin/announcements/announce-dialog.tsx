import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { facts } from '~/lib/facts';
import { formatChf, formatDate, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { DialogForm, focusFirstError, FormDialog, NumberField, Select, TextArea, TextField } from '~/ui';
import styles from './announcements.module.css';

type Body = Schemas['AdminAnnouncementBody'];

const KINDS = ['terms', 'privacy', 'price'] as const;
const VERSION = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const LEAST_WORDS = 10;
const LEAST_RAPPEN = 50;
const MOST_RAPPEN = 1_000_000;

export interface AnnounceDialogProps {
  earliestOn: string;
  onDone(): unknown;
  onClose(): void;
}

/** Whose price changes: how many pay what now. */
function Paying({ byPrice }: Pick<Schemas['AdminAnnouncementPreview'], 'byPrice'>) {
  const t = useText();
  if (byPrice.length === 0) return <p>{t('admin.announcements.notConcerned')}</p>;
  return (
    <ul aria-label={t('admin.announcements.payingLabel')}>
      {byPrice.map(({ priceRappen, customers }) => (
        <li key={priceRappen}>
          {t('admin.announcements.paying', {
            count: customers,
            people: formatNumber(customers),
            price: formatChf(priceRappen),
          })}
        </li>
      ))}
    </ul>
  );
}

/** Words and day of a change; then the email as it will go out, and to how many. */
export function AnnounceDialog({ earliestOn, onDone, onClose }: AnnounceDialogProps) {
  const t = useText();
  const [draft, setDraft] = useState({
    kind: 'terms' as (typeof KINDS)[number],
    version: '',
    planId: facts.plans[0].id as (typeof facts.plans)[number]['id'],
    price: NaN,
    effectiveOn: earliestOn,
    text: '',
  });
  const [isTried, setTried] = useState(false);
  const [shown, setShown] = useState<{ body: Body; preview: Schemas['AdminAnnouncementPreview'] } | null>(null);
  const action = useAction('admin.announcements.saveFailed');
  const change = (part: Partial<typeof draft>) => setDraft((present) => ({ ...present, ...part }));
  const { kind, effectiveOn } = draft;
  const priceRappen = Math.round(draft.price * 100);
  const isPrice =
    Math.abs(priceRappen - draft.price * 100) < 1e-6 && priceRappen >= LEAST_RAPPEN && priceRappen <= MOST_RAPPEN;
  const wrong = {
    version: kind !== 'terms' || VERSION.test(draft.version.trim()) ? undefined : t('admin.announcements.versionWrong'),
    price:
      kind !== 'price' || isPrice
        ? undefined
        : t('admin.announcements.priceWrong', { min: formatChf(LEAST_RAPPEN), max: formatChf(MOST_RAPPEN) }),
    effectiveOn:
      effectiveOn >= earliestOn
        ? undefined
        : t('admin.announcements.tooEarly', { date: formatDate(`${earliestOn}T12:00:00Z`) }),
    text: draft.text.trim().length >= LEAST_WORDS ? undefined : t('admin.announcements.textMissing'),
  };
  const errorOf = (name: keyof typeof wrong) => (isTried ? wrong[name] : undefined);

  async function look() {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return focusFirstError();
    const common = { text: draft.text.trim(), effectiveOn };
    const bodies: Record<typeof kind, Body> = {
      terms: { kind: 'terms', version: draft.version.trim(), ...common },
      privacy: { kind: 'privacy', ...common },
      price: { kind: 'price', planId: draft.planId, priceRappen, ...common },
    };
    const body = bodies[kind];
    await action.run(
      () => adminApi.previewAnnouncement({ body }),
      (preview) => setShown({ body, preview }),
    );
  }

  const announce = (body: Body) =>
    action.run(
      () => adminApi.announceChange({ body }),
      async () => {
        notify({ title: t('admin.announcements.announced'), tone: 'good' });
        await onDone();
        onClose();
      },
    );

  if (shown)
    return (
      <FormDialog isOpen title={t('admin.announcements.previewTitle')} onClose={onClose}>
        <DialogForm
          isPending={action.isPending}
          error={action.errorText}
          onSubmit={() => void announce(shown.body)}
          cancelLabel={t('admin.announcements.back')}
          onCancel={() => {
            action.clear();
            setShown(null);
          }}
          submitLabel={t('admin.announcements.submit')}
        >
          <p>
            {t('admin.announcements.concerned', {
              count: shown.preview.concerned,
              people: formatNumber(shown.preview.concerned),
              minutes: facts.terms.takeBackMinutes,
            })}
          </p>
          {shown.body.kind === 'price' ? <Paying byPrice={shown.preview.byPrice} /> : null}
          <div className={styles.email}>
            <p className={styles.subject}>{shown.preview.subject}</p>
            <p>{shown.preview.text.trim()}</p>
          </div>
        </DialogForm>
      </FormDialog>
    );
  return (
    <FormDialog isOpen title={t('admin.announcements.new')} onClose={onClose}>
      <ActionForm action={action} onSubmit={look} onClose={onClose} submitLabel={t('admin.announcements.preview')}>
        <Select
          label={t('admin.announcements.kind')}
          placeholder={t('admin.announcements.kind')}
          options={KINDS.map((id) => ({ id, label: t(`admin.announcements.kinds.${id}`) }))}
          value={kind}
          onChange={(id) => change({ kind: id as typeof kind })}
        />
        {kind === 'terms' ? (
          <TextField
            label={t('admin.announcements.version')}
            description={t('admin.announcements.versionHint')}
            maxLength={7}
            value={draft.version}
            onChange={(version) => change({ version })}
            error={errorOf('version')}
          />
        ) : null}
        {kind === 'price' ? (
          <>
            <Select
              label={t('admin.announcements.plan')}
              placeholder={t('admin.announcements.plan')}
              options={facts.plans.map(({ id, name }) => ({ id, label: name }))}
              value={draft.planId}
              onChange={(id) => change({ planId: id as typeof draft.planId })}
            />
            <NumberField
              label={t('admin.announcements.price')}
              description={t('admin.announcements.priceHint')}
              value={draft.price}
              onChange={(price) => change({ price })}
              minValue={LEAST_RAPPEN / 100}
              maxValue={MOST_RAPPEN / 100}
              step={0.01}
              formatOptions={{ minimumFractionDigits: 2, maximumFractionDigits: 4 }}
              error={errorOf('price')}
            />
          </>
        ) : null}
        <TextField
          type="date"
          label={t('admin.announcements.day')}
          description={t(kind === 'price' ? 'admin.announcements.dayHintPrice' : 'admin.announcements.dayHint')}
          value={effectiveOn}
          onChange={(day) => change({ effectiveOn: day })}
          error={errorOf('effectiveOn')}
        />
        <TextArea
          label={t('admin.announcements.text')}
          description={t('admin.announcements.textHint')}
          maxLength={4000}
          value={draft.text}
          onChange={(text) => change({ text })}
          error={errorOf('text')}
        />
      </ActionForm>
    </FormDialog>
  );
}
