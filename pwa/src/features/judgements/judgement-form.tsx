import { useState } from 'react';
import { useAction } from '~/features/acts';
import { api, BildnisError, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Button, Checkbox, focusFirstError, Form, Notice, RadioGroup, TextArea, TextLink } from '~/ui';
import styles from './judgements.module.css';
import { LIKENESS, type Likeness } from './likeness';

export interface JudgementFormProps {
  runId: string;
  /** What was said before; null where nothing was. */
  judgement: Schemas['OwnJudgement'] | null;
  onDone(next: Schemas['RunJudgement']): void;
  /** Not now, or no change. */
  onLeave(): void;
}

/** The two questions, and a sentence for who wants to add one. It is sent only together with the consent to publish it. */
export function JudgementForm({ runId, judgement, onDone, onLeave }: JudgementFormProps) {
  const t = useText();
  const action = useAction('judgements.failed');
  const [likeness, setLikeness] = useState<Likeness | null>((judgement?.likeness ?? null) as Likeness | null);
  const [use, setUse] = useState<'yes' | 'no' | null>(judgement ? (judgement.wouldUse ? 'yes' : 'no') : null);
  const [words, setWords] = useState(judgement?.sentence ?? '');
  const [agrees, setAgrees] = useState(false);
  const [isTried, setTried] = useState(false);
  // Asked for only once it was missing: who is still writing has missed nothing.
  const [isConsentMissed, setConsentMissed] = useState(false);
  const sentence = words.replaceAll(/\s+/g, ' ').trim();
  // What was agreed to before stays agreed to; other words are not.
  const isKnown = sentence !== '' && sentence === judgement?.sentence;
  const lacksConsent = sentence !== '' && !isKnown && !agrees;

  const { error } = action;
  const isRefused = error instanceof BildnisError && error.fields.some(({ path }) => path === 'sentence');

  async function send() {
    setTried(true);
    setConsentMissed(lacksConsent);
    if (!likeness || !use || lacksConsent) return focusFirstError();
    await action.run(
      () =>
        api.giveJudgement({
          path: { id: runId },
          body: {
            likeness,
            wouldUse: use === 'yes',
            sentence: sentence || null,
            consentVersion: sentence ? facts.consents.judgement : null,
          },
        }),
      (next) => {
        notify({ title: t(judgement ? 'judgements.changed' : 'judgements.thanks'), tone: 'good' });
        onDone(next);
      },
    );
  }

  return (
    <Form className={styles.form} onSubmit={send}>
      {judgement ? null : (
        <p className={styles.soft}>
          {t('judgements.askLead')} <TextLink href="/bewertungen">{t('judgements.how')}</TextLink>
        </p>
      )}
      <RadioGroup<`${Likeness}`>
        isRow
        label={t('judgements.likeness')}
        value={likeness ? `${likeness}` : null}
        onChange={(value) => setLikeness(Number(value) as Likeness)}
        error={isTried && !likeness ? t('judgements.likenessMissing') : undefined}
        options={LIKENESS.map((value) => ({
          value: `${value}`,
          label: t('judgements.choice', { likeness: value, answer: t(`judgements.answer.${value}`) }),
        }))}
      />
      <RadioGroup<'yes' | 'no'>
        isRow
        label={t('judgements.wouldUse')}
        value={use}
        onChange={setUse}
        error={isTried && !use ? t('judgements.wouldUseMissing') : undefined}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`judgements.${value}`) }))}
      />
      <TextArea
        label={t('judgements.sentence')}
        description={t('judgements.sentenceHint')}
        maxLength={facts.judgements.sentenceMax}
        value={words}
        onChange={setWords}
        error={isRefused ? t('judgements.sentenceLink') : undefined}
      />
      {sentence && !isKnown ? (
        <Checkbox
          isSelected={agrees}
          onChange={setAgrees}
          error={isConsentMissed && lacksConsent ? t('judgements.consentMissing') : undefined}
        >
          {t('judgements.consent')}
        </Checkbox>
      ) : null}
      {action.errorText && !isRefused ? <Notice tone="bad">{action.errorText}</Notice> : null}
      <div className={styles.acts}>
        <Button type="submit" isPending={action.isPending}>
          {t(judgement ? 'judgements.save' : 'judgements.submit')}
        </Button>
        <Button variant="quiet" isDisabled={action.isPending} onPress={onLeave}>
          {t(judgement ? 'judgements.cancel' : 'judgements.later')}
        </Button>
      </div>
    </Form>
  );
}
