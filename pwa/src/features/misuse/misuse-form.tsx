import type { ReactNode } from 'react';
import { errorText } from '~/lib/api';
import { facts } from '~/lib/facts';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Button, Form, Notice, RadioGroup, TextArea, TextField } from '~/ui';
import { REASONS } from './misuse-notes';
import styles from './misuse.module.css';
import { PictureField } from './picture-field';
import { useMisusePicture } from './use-misuse-picture';
import type { useMisuseReport } from './use-misuse-report';

/** The form: the picture or a link, why, and the address that confirms it. */
export function MisuseForm({ report }: { report: ReturnType<typeof useMisuseReport> }): ReactNode {
  const t = useText();
  const { input, errors, failure, isPending, change, field, submit } = report;
  const picture = useMisusePicture(input.evidence ? { name: input.pictureName } : null, (evidence, pictureName) =>
    change({ evidence, pictureName }),
  );
  return (
    <Form className={styles.form} onSubmit={submit}>
      <PictureField state={picture.state} error={errors.evidence} onChoose={(file) => void picture.choose(file)} />
      <TextField
        label={t('misuse.link')}
        description={t('misuse.linkHint')}
        name="link"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={facts.misuse.linkMax}
        {...field('link')}
      />
      <RadioGroup
        label={t('misuse.reason')}
        value={input.reason || null}
        onChange={(reason) => change({ reason })}
        options={REASONS.map((value) => ({ value, label: t(`misuse.reasons.${value}`) }))}
        error={errors.reason}
      />
      <TextArea
        label={t(input.reason === 'other' ? 'misuse.statementNeeded' : 'misuse.statement')}
        description={t('misuse.statementHint', { max: formatNumber(facts.misuse.statementMax) })}
        name="statement"
        maxLength={facts.misuse.statementMax}
        {...field('statement')}
        isRequired={input.reason === 'other'}
      />
      <TextField
        label={t('misuse.email')}
        description={t('misuse.emailHint')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
        isRequired
      />
      {failure ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      <div>
        <Button
          type="submit"
          variant="primary"
          wide
          isPending={isPending}
          isDisabled={picture.state.step === 'comparing'}
        >
          {t(isPending ? 'misuse.sending' : 'misuse.submit')}
        </Button>
      </div>
    </Form>
  );
}
