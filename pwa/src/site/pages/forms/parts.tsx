import type { ReactNode } from 'react';
import type { KnownErrorCode } from '@bildnis/sdk';
import { text, useText, type TextKey } from '~/lib/i18n';
import button from '~/ui/button.module.css';
import { classNames } from '~/ui/class-names';
import field from '~/ui/field.module.css';
import { LinkButton } from '~/ui/link-button';
import { Notice } from '~/ui/notice';
import { Column, Explained, PageHeader, Terms } from '~/ui/page';
import area from '~/ui/text-field.module.css';
import { TextLink } from '~/ui/text-link';
import hidden from '~/ui/visually-hidden.module.css';
import type { SiteData } from '../../site-data';
import { Inline } from '../parts';
import styles from './forms.module.css';

export type FormKind = 'cancel' | 'withdraw' | 'imageCheck' | 'misuse';

/** What the server may answer in place of a receipt; anything else is `unexpected`. */
const FAILURES = [
  'network',
  'timeout',
  'rate_limited',
  'validation',
  'unavailable',
  'file_too_large',
  'unsupported_media_type',
  'upload_too_slow',
  'check_too_slow',
] as const satisfies readonly KnownErrorCode[];

const failures = (): string =>
  JSON.stringify(
    Object.fromEntries([...FAILURES, 'unexpected' as const].map((code) => [code, text(`errors.${code}`)])),
  );

interface FormPageProps {
  kind: FormKind;
  title: string;
  lead: string;
  about: string;
  notes: readonly ReactNode[];
  /** What can be done without scripts. */
  instead: TextKey;
  operator: SiteData['operator'];
  children: ReactNode;
  /** Templates of what stands in place of the form later. */
  stages?: ReactNode;
}

/** A page with a form that anybody may send. Its script is `client/forms`; where that does not come, it says how else. */
export function FormPage({ kind, title, lead, about, notes, instead, operator, children, stages }: FormPageProps) {
  const t = useText();
  return (
    <div data-form={kind} data-failures={failures()}>
      <div data-stage>
        <PageHeader title={title} lead={lead} isPublic />
        <Explained title={about} notes={notes}>
          <div className={styles.scripted}>{children}</div>
          <div className={styles.instead} data-instead>
            <Inline text={t(instead)} />
            <Terms rows={contactRows(operator, t('site.withoutScript.email'))} />
          </div>
        </Explained>
      </div>
      {stages}
      {/* There from the beginning: only what changes in it is read out. */}
      <span role="status" className={hidden.hidden} data-announced />
    </div>
  );
}

const contactRows = ({ email, phone, contactUrl, name, street, city, country }: SiteData['operator'], label: string) =>
  [
    [
      label,
      <TextLink key="email" href={`mailto:${email}`}>
        {email}
      </TextLink>,
    ],
    ...(phone ? [[text('site.withoutScript.phone'), phone] as const] : []),
    ...(contactUrl
      ? [
          [
            text('site.withoutScript.form'),
            <TextLink key="form" href={contactUrl}>
              {contactUrl}
            </TextLink>,
          ] as const,
        ]
      : []),
    [text('site.withoutScript.letter'), [name, street, city, country].map((line) => <div key={line}>{line}</div>)],
    [
      text('site.withoutScript.more'),
      <TextLink key="imprint" href="/legal/imprint">
        {text('site.footer.imprint')}
      </TextLink>,
    ],
  ] as const;

/** What stands in place of the form from then on: `{names}` in it are written by the script. */
export function Stage({
  name,
  title,
  lead,
  children,
}: {
  name: string;
  title: string;
  lead?: string;
  children?: ReactNode;
}) {
  return (
    <template data-stage={name}>
      <Column>
        <PageHeader title={title} lead={lead} />
        {children}
      </Column>
    </template>
  );
}

/** The proof on screen: number and time of receipt, where the email goes, and what comes next. */
export function ReceiptStage({
  title,
  lead,
  announced,
  next,
}: {
  title: string;
  lead?: string;
  announced: string;
  next: readonly string[];
}) {
  const t = useText();
  return (
    <>
      <Stage name="receipt" title={title} lead={lead}>
        <Terms
          rows={[
            [t('contracts.done.number'), '{number}'],
            [t('contracts.done.at'), t('contracts.done.atValue', { date: '{date}', time: '{time}' })],
            [t('contracts.done.email'), '{email}'],
          ]}
        />
        <div className={styles.after}>
          {next.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <div>
            <LinkButton href="/">{t('contracts.done.home')}</LinkButton>
          </div>
        </div>
      </Stage>
      <template data-announcement="receipt">{announced}</template>
    </>
  );
}

/** What is said at a field that cannot be sent: nothing was put in, or it cannot be right. */
export interface FieldErrors {
  missing?: TextKey;
  wrong?: TextKey;
}

/** Where the script says what is wrong with a field; empty until then. */
export function FieldError({ name, missing, wrong }: FieldErrors & { name: string }) {
  const t = useText();
  return (
    <p
      id={`${name}-error`}
      className={classNames(field.error, styles.error)}
      data-error={name}
      data-missing={missing && t(missing)}
      data-wrong={wrong && t(wrong)}
    />
  );
}

interface FieldProps extends FieldErrors {
  name: string;
  label: string;
  /** The label while the answer is needed. */
  labelWhenNeeded?: string;
  description?: string;
  type?: 'text' | 'email' | 'url';
  autoComplete?: 'name' | 'email' | 'off';
  maxLength?: number;
  isRequired?: boolean;
  isLong?: boolean;
  /** Only asked of those who have chosen something else before. */
  isHidden?: boolean;
}

/** A field to write in: label above, a line below, an explanation, and what is wrong with it. */
export function Field(props: FieldProps) {
  const { name, label, labelWhenNeeded, description, type = 'text', isRequired, isLong, isHidden } = props;
  const control = {
    id: name,
    name,
    maxLength: props.maxLength,
    'aria-required': isRequired || undefined,
    'aria-describedby': [description && `${name}-hint`, `${name}-error`].filter(Boolean).join(' '),
  };
  return (
    <div className={classNames(field.field, area.text)} data-field={name} hidden={isHidden}>
      <label htmlFor={name} className={field.label} data-needed={labelWhenNeeded}>
        {label}
      </label>
      <div className={field.line}>
        {isLong ? (
          <textarea {...control} rows={3} className={classNames(field.input, area.area)} />
        ) : (
          <input {...control} type={type} inputMode={type} autoComplete={props.autoComplete} className={field.input} />
        )}
      </div>
      {description ? (
        <span id={`${name}-hint`} className={field.description}>
          {description}
        </span>
      ) : null}
      <FieldError name={name} missing={props.missing} wrong={props.wrong} />
    </div>
  );
}

/** The button that sends, and what is said about sending. It waits for the script: a form sent without it would put what was written into the address. */
export function Submit({ label, sending, long }: { label: string; sending: string; long: string }) {
  return (
    <>
      <div data-failure />
      <template data-failed>
        <Notice tone="bad">{'{error}'}</Notice>
      </template>
      <div>
        <button
          type="submit"
          disabled
          data-sending={sending}
          className={classNames(button.button, button.wide)}
          data-variant="primary"
        >
          {label}
        </button>
        <div role="status" className={styles.long} data-long />
        <template data-takes-long>
          <Notice>{long}</Notice>
        </template>
      </div>
    </>
  );
}
