import type { ReactNode } from 'react';
import { contractNotes } from '~/features/contracts/contract-notes';
import contracts from '~/features/contracts/contracts.module.css';
import { imageCheckNotes } from '~/features/image-check/image-check-notes';
import check from '~/features/image-check/image-check.module.css';
import { misuseNotes, REASONS } from '~/features/misuse/misuse-notes';
import misuse from '~/features/misuse/misuse.module.css';
import { facts } from '~/lib/facts';
import { formatNumber, megabytes } from '~/lib/formats';
import { useText, type TextKey } from '~/lib/i18n';
import button from '~/ui/button.module.css';
import { classNames } from '~/ui/class-names';
import drop from '~/ui/file-drop.module.css';
import { Explained, PageHeader, Terms } from '~/ui/page';
import field from '~/ui/field.module.css';
import radio from '~/ui/radio-group.module.css';
import segmented from '~/ui/segmented.module.css';
import text from '~/ui/text-field.module.css';
import { TextLink } from '~/ui/text-link';
import type { SiteData } from '../site-data';
import styles from './forms.module.css';
import { Inline } from './parts';

type Operator = SiteData['operator'];

interface AheadProps {
  title: string;
  lead: string;
  about: string;
  notes: readonly ReactNode[];
  /** What stands in the place of the form where no script will bring it. */
  instead: TextKey;
  operator: Operator;
  /** The form as it will be, at its size, to be looked at only. */
  children: ReactNode;
}

/** The page of a form until its scripts are there: everything that can be read, and the form's place. Without scripts it says how else. */
function Ahead({ title, lead, about, notes, instead, operator, children }: AheadProps) {
  const t = useText();
  return (
    <>
      <PageHeader title={title} lead={lead} isPublic />
      <Explained title={about} notes={notes}>
        <div className={styles.coming} inert>
          {children}
        </div>
        <noscript>
          <Inline text={t(instead)} className={styles.instead} />
          <Terms
            rows={[
              [
                t('site.withoutScript.email'),
                <TextLink key="email" href={`mailto:${operator.email}`}>
                  {operator.email}
                </TextLink>,
              ],
              [
                t('site.withoutScript.letter'),
                [operator.name, operator.street, operator.city, operator.country].map((line) => (
                  <div key={line}>{line}</div>
                )),
              ],
              [
                t('site.withoutScript.more'),
                <TextLink key="imprint" href="/legal/imprint">
                  {t('site.footer.imprint')}
                </TextLink>,
              ],
            ]}
          />
        </noscript>
      </Explained>
    </>
  );
}

function Field({ label, description, isLong }: { label: string; description?: string; isLong?: boolean }) {
  return (
    <div className={classNames(field.field, text.text)}>
      <span className={field.label}>{label}</span>
      <div className={field.line}>
        <span className={classNames(field.input, isLong && text.area)} />
      </div>
      {description ? <span className={field.description}>{description}</span> : null}
    </div>
  );
}

/** What every declaration begins with, and the button that makes it. */
function Declaration({ submit, children }: { submit: string; children: ReactNode }) {
  const t = useText();
  return (
    <form className={contracts.form}>
      <Field label={t('contracts.name')} />
      <Field label={t('contracts.email')} description={t('contracts.emailHint')} />
      {children}
      <div>
        <span className={classNames(button.button, button.wide)} data-variant="primary">
          {submit}
        </span>
      </div>
    </form>
  );
}

export function CancellationAhead({ operator }: { operator: Operator }) {
  const t = useText();
  return (
    <Ahead
      title={t('contracts.cancel.title')}
      lead={t('contracts.cancel.lead')}
      about={t('contracts.next')}
      notes={contractNotes('cancel', t)}
      instead="site.withoutScript.cancel"
      operator={operator}
    >
      <Declaration submit={t('contracts.cancel.submit')}>
        <Field label={t('contracts.cancel.orderNumber')} />
        <div className={segmented.group}>
          <span className={field.label}>{t('contracts.cancel.manner')}</span>
          <div className={segmented.options}>
            <div className={segmented.field}>
              <span className={segmented.option} data-selected>
                {t('contracts.cancel.ordinary')}
              </span>
            </div>
            <div className={segmented.field}>
              <span className={segmented.option}>{t('contracts.cancel.extraordinary')}</span>
            </div>
          </div>
        </div>
        <Terms rows={[[t('contracts.cancel.when'), t('contracts.cancel.whenValue')]]} />
      </Declaration>
    </Ahead>
  );
}

export function WithdrawalAhead({ operator }: { operator: Operator }) {
  const t = useText();
  return (
    <Ahead
      title={t('contracts.withdraw.title')}
      lead={t('contracts.withdraw.lead')}
      about={t('contracts.next')}
      notes={contractNotes('withdraw', t)}
      instead="site.withoutScript.withdraw"
      operator={operator}
    >
      <Declaration submit={t('contracts.withdraw.submit')}>
        <Field label={t('contracts.withdraw.orderNumber')} description={t('contracts.withdraw.orderNumberHint')} />
        <Field
          label={t('contracts.withdraw.statement')}
          description={t('contracts.withdraw.statementHint', { max: formatNumber(facts.declarations.statementMax) })}
          isLong
        />
        <p className={contracts.note}>{t('contracts.withdraw.refund')}</p>
      </Declaration>
    </Ahead>
  );
}

export function ImageCheckAhead({ operator }: { operator: Operator }) {
  const t = useText();
  return (
    <Ahead
      title={t('imageCheck.title')}
      lead={t('imageCheck.lead')}
      about={t('imageCheck.about')}
      notes={imageCheckNotes(t)}
      instead="site.withoutScript.imageCheck"
      operator={operator}
    >
      <div className={check.page}>
        <div className={drop.zone}>
          <span className={drop.button}>
            <span className={check.drop}>{t('imageCheck.choose')}</span>
            <span className={check.formats}>
              {t('imageCheck.formats', {
                formats: facts.photos.formats.join(', '),
                size: megabytes(facts.photos.maxBytes),
              })}
            </span>
          </span>
        </div>
        <div />
      </div>
    </Ahead>
  );
}

export function MisuseAhead({ operator }: { operator: Operator }) {
  const t = useText();
  return (
    <Ahead
      title={t('misuse.title')}
      lead={t('misuse.lead')}
      about={t('misuse.about')}
      notes={misuseNotes(t)}
      instead="site.withoutScript.misuse"
      operator={operator}
    >
      <form className={misuse.form}>
        <div className={misuse.picture}>
          <span className={misuse.label}>{t('misuse.picture.label')}</span>
          <div className={drop.zone}>
            <span className={drop.button}>
              <span className={misuse.choose}>{t('misuse.picture.choose')}</span>
              <span>
                {t('misuse.picture.formats', {
                  formats: facts.photos.formats.join(', '),
                  size: megabytes(facts.photos.maxBytes),
                })}
              </span>
            </span>
          </div>
          <div />
        </div>
        <Field label={t('misuse.link')} description={t('misuse.linkHint')} />
        <div className={radio.group}>
          <span className={field.label}>{t('misuse.reason')}</span>
          <div className={radio.options}>
            {REASONS.map((reason) => (
              <div key={reason} className={radio.field}>
                <span className={radio.button}>
                  <span className={radio.ring} />
                  <span>{t(`misuse.reasons.${reason}`)}</span>
                </span>
              </div>
            ))}
          </div>
        </div>
        <Field
          label={t('misuse.statement')}
          description={t('misuse.statementHint', { max: formatNumber(facts.misuse.statementMax) })}
          isLong
        />
        <Field label={t('misuse.email')} description={t('misuse.emailHint')} />
        <div>
          <span className={classNames(button.button, button.wide)} data-variant="primary">
            {t('misuse.submit')}
          </span>
        </div>
      </form>
    </Ahead>
  );
}
