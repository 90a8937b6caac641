import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { formatNumber, megabytes } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Notice } from '~/ui/notice';
import { PlainButton } from '~/ui/plain-button';
import { ProgressBar } from '~/ui/progress-bar';
import type { SiteData } from '../../site-data';
import { Choices } from './choices';
import styles from './forms.module.css';
import { Field, FieldError, FormPage, ReceiptStage, Stage, Submit } from './parts';
import { PictureDrop } from './picture-drop';

const REASONS = [
  'without_consent',
  'impersonation',
  'degrading',
  'minor',
  'other',
] as const satisfies readonly Schemas['MisuseReportBody']['reason'][];

/** The picture that was misused: compared as soon as it is chosen. What the comparison found goes with the report, sealed by the server. */
function MisusedPicture() {
  const t = useText();
  const failed = t('misuse.picture.failed', { name: '{name}' });
  const unreadable = ['unreadable', 'damaged', 'too_many_pixels'] as const;
  return (
    <div
      role="group"
      tabIndex={-1}
      aria-labelledby="evidence-label"
      aria-describedby="evidence-error"
      className={styles.evidence}
      data-field="evidence"
    >
      <span id="evidence-label" className={styles.label}>
        {t('misuse.picture.label')}
      </span>
      <input type="hidden" name="evidence" />
      <input type="hidden" name="pictureName" />
      <PictureDrop
        busy={t('misuse.picture.comparing', { name: '{name}' })}
        states={[
          { state: 'compared', children: t('misuse.picture.compared') },
          { state: 'failed', title: failed, children: '{error}' },
          {
            state: 'tooLarge',
            title: failed,
            children: t('misuse.picture.tooLarge', { size: megabytes(facts.photos.maxBytes) }),
          },
          ...unreadable.map((state) => ({
            state,
            title: failed,
            children: t(`misuse.picture.${state}`),
          })),
        ]}
      />
      <FieldError name="evidence" missing="misuse.error.nothing" wrong="misuse.error.evidence" />
    </div>
  );
}

/** What stands in place of the form for whom the link of the email has brought here. */
function Confirmation() {
  const t = useText();
  const another = (
    <div className={styles.after}>
      <div>
        <PlainButton data-act="another">{t('misuse.confirm.another')}</PlainButton>
      </div>
    </div>
  );
  return (
    <>
      <Stage name="confirming" title={t('misuse.confirm.title')}>
        <ProgressBar label={t('misuse.confirm.title')} />
      </Stage>
      <Stage name="confirmed" title={t('misuse.confirm.done')} lead={t('misuse.confirm.doneText')}>
        <ul
          className={styles.numbers}
          data-items={t('misuse.confirm.item', { number: '{number}', date: '{date}', time: '{time}' })}
        />
        {another}
      </Stage>
      <Stage name="linkInvalid" title={t('misuse.confirm.invalid')} lead={t('misuse.confirm.invalidText')}>
        {another}
      </Stage>
      <Stage name="notConfirmed" title={t('misuse.confirm.title')}>
        <Notice tone="bad">{'{error}'}</Notice>
        <div className={styles.after}>
          <div>
            <PlainButton variant="primary" data-act="retry">
              {t('shell.retry')}
            </PlainButton>
          </div>
        </div>
        {another}
      </Stage>
      <template data-announcement="confirmed">{t('misuse.confirm.done')}</template>
      <template data-announcement="linkInvalid">{t('misuse.confirm.invalid')}</template>
    </>
  );
}

/** Where misuse of a picture is reported, signed in or not; the link of the email leads here as well. */
export function MisusePage({ operator }: { operator: SiteData['operator'] }) {
  const t = useText();
  return (
    <FormPage
      kind="misuse"
      title={t('misuse.title')}
      lead={t('misuse.lead')}
      about={t('misuse.about')}
      notes={[t('misuse.next'), t('misuse.privacy'), t('misuse.urgent')]}
      instead="site.withoutScript.misuse"
      operator={operator}
      stages={
        <>
          <ReceiptStage
            title={t('misuse.done.title')}
            lead={t('misuse.done.lead')}
            announced={t('misuse.done.announced', { number: '{number}' })}
            next={[t('misuse.done.once')]}
          />
          <Confirmation />
        </>
      }
    >
      <form noValidate className={styles.form}>
        <MisusedPicture />
        <Field
          name="link"
          label={t('misuse.link')}
          description={t('misuse.linkHint')}
          type="url"
          autoComplete="off"
          maxLength={facts.misuse.linkMax}
          wrong="misuse.error.link"
        />
        <Choices
          name="reason"
          label={t('misuse.reason')}
          options={REASONS.map((value) => ({ value, label: t(`misuse.reasons.${value}`) }))}
          missing="misuse.error.reason"
        />
        <Field
          name="statement"
          label={t('misuse.statement')}
          labelWhenNeeded={t('misuse.statementNeeded')}
          description={t('misuse.statementHint', { max: formatNumber(facts.misuse.statementMax) })}
          maxLength={facts.misuse.statementMax}
          missing="misuse.error.statement"
          wrong="misuse.error.words"
          isLong
        />
        <Field
          name="email"
          label={t('misuse.email')}
          description={t('misuse.emailHint')}
          type="email"
          autoComplete="email"
          missing="misuse.error.email"
          wrong="misuse.error.email"
          isRequired
        />
        <Submit label={t('misuse.submit')} sending={t('misuse.sending')} long={t('misuse.long')} />
      </form>
    </FormPage>
  );
}
