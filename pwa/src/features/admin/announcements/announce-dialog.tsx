import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { formatDate, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { DialogForm, focusFirstError, FormDialog, Select, TextArea, TextField } from '~/ui';
import styles from './announcements.module.css';

type Body = Schemas['AdminAnnouncementBody'];

/** Prices are announced by the API: what existing contracts pay is not changed from here. */
const KINDS = ['terms', 'privacy'] as const;
const VERSION = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const LEAST_WORDS = 10;

export interface AnnounceDialogProps {
  earliestOn: string;
  onDone(): unknown;
  onClose(): void;
}

/** Words and day of a change; then the email as it will go out, and to how many. */
export function AnnounceDialog({ earliestOn, onDone, onClose }: AnnounceDialogProps) {
  const t = useText();
  const [draft, setDraft] = useState({
    kind: 'terms' as (typeof KINDS)[number],
    version: '',
    effectiveOn: earliestOn,
    text: '',
  });
  const [isTried, setTried] = useState(false);
  const [shown, setShown] = useState<{ body: Body; preview: Schemas['AdminAnnouncementPreview'] } | null>(null);
  const action = useAction('admin.announcements.saveFailed');
  const change = (part: Partial<typeof draft>) => setDraft((present) => ({ ...present, ...part }));
  const { kind, effectiveOn } = draft;
  const wrong = {
    version: kind !== 'terms' || VERSION.test(draft.version.trim()) ? undefined : t('admin.announcements.versionWrong'),
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
    const body: Body = kind === 'terms' ? { kind, version: draft.version.trim(), ...common } : { kind, ...common };
    await action.run(
      () => api.previewAnnouncement({ body }),
      (preview) => setShown({ body, preview }),
    );
  }

  const announce = (body: Body) =>
    action.run(
      () => api.announceChange({ body }),
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
        <TextField
          type="date"
          label={t('admin.announcements.day')}
          description={t('admin.announcements.dayHint')}
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
