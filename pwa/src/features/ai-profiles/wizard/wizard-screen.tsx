import { facts } from '~/lib/facts';
import { useState } from 'react';
import { errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Button, Notice, PageHeader, Segmented, TextField } from '~/ui';
import type { AiProfile, ConsentKind } from '../profiles-data';
import { ConsentStep } from './consent-step';
import { goodCount, pendingCount, storedEntries } from './entries';
import { PhotoStep } from './photo-step';
import { useDraft } from './use-draft';
import { usePhotos, type SetAdvice } from './use-photos';
import { useStartTraining } from './use-start-training';
import styles from './wizard-screen.module.css';

export interface WizardData {
  draft: AiProfile | null;
  missing: ConsentKind[];
}

const TIPS = ['poses', 'light', 'size', 'variety'] as const;

function Tips() {
  const t = useText();
  return (
    <ul className={styles.tips} aria-label={t('aiProfiles.wizard.tips')}>
      {TIPS.map((tip) => (
        <li key={tip}>{t(`aiProfiles.wizard.tip.${tip}`)}</li>
      ))}
    </ul>
  );
}

/** What would make these very photos better, instead of what is good in general. */
function Advice({ advice }: { advice: readonly SetAdvice[] }) {
  const t = useText();
  return (
    <Notice title={t('aiProfiles.wizard.setAdvice.title')}>
      <ul className={styles.advice} aria-live="polite">
        {advice.map((each) => (
          <li key={each}>{t(`aiProfiles.wizard.setAdvice.${each}`)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function NameAndGender({ draft }: { draft: ReturnType<typeof useDraft> }) {
  const t = useText();
  return (
    <>
      <TextField
        label={t('aiProfiles.wizard.name')}
        placeholder={t('aiProfiles.wizard.namePlaceholder')}
        value={draft.name}
        maxLength={facts.profile.nameMax}
        onChange={draft.setName}
        // What could not be saved now is saved with the start of the training, which says what went wrong.
        onBlur={() => void draft.saveName().catch(() => undefined)}
        isRequired
      />
      <Segmented
        label={t('aiProfiles.wizard.gender')}
        value={draft.gender}
        onChange={(gender) => void draft.chooseGender(gender)}
        options={[
          { value: 'male', label: t('aiProfiles.gender.male') },
          { value: 'female', label: t('aiProfiles.gender.female') },
        ]}
      />
    </>
  );
}

interface StartProps {
  draft: ReturnType<typeof useDraft>;
  count: number;
  isUploading: boolean;
}

function Start({ draft, count, isUploading }: StartProps) {
  const t = useText();
  const { isPending, failure, lacksCredits, start } = useStartTraining(draft, count);
  return (
    <div className={styles.start}>
      <Button look="primary" wide isDisabled={count < facts.photos.min || isUploading || !draft.name.trim()} isPending={isPending} onPress={() => void start()}>
        {isPending ? t('shell.loading') : t('aiProfiles.wizard.start')}
      </Button>
      <p className={styles.cost}>{t('aiProfiles.wizard.cost')}</p>
      {failure ? (
        <Notice tone="bad" title={t('aiProfiles.wizard.startFailedTitle')}>
          {errorText(failure)}
        </Notice>
      ) : null}
      {lacksCredits ? (
        <Notice
          tone="bad"
          title={t('aiProfiles.wizard.creditsTitle')}
          action={
            <AppLink to="/pricing" look="strong">
              {t('aiProfiles.wizard.toPricing')}
            </AppLink>
          }
        >
          {t('aiProfiles.wizard.credits')}
        </Notice>
      ) : null}
    </div>
  );
}

/** Makes a profile of photos: consent, photos with their verdicts, name and gender, start. */
export function WizardScreen({ draft: begun, missing }: WizardData) {
  const t = useText();
  const [hasConsent, setConsent] = useState(missing.length === 0);
  const draft = useDraft(begun);
  const [stored] = useState(() => storedEntries(begun?.photos ?? [], (number) => t('aiProfiles.wizard.photo', { number })));
  const { entries, advice, add, retry, remove } = usePhotos(stored, begun?.setAdvice ?? [], draft.id);
  const count = goodCount(entries);
  return (
    <>
      <PageHeader
        above={
          <AppLink to="/app" look="strong">
            {t('shell.back')}
          </AppLink>
        }
        title={t(begun ? 'aiProfiles.wizard.resume' : 'aiProfiles.wizard.title')}
        lead={<span role="status">{t('aiProfiles.wizard.count', { count })}</span>}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          {hasConsent ? (
            <PhotoStep entries={entries} onFiles={(files) => void add(files)} onRemove={(entry) => void remove(entry)} onRetry={(entry) => void retry(entry)} />
          ) : (
            <ConsentStep missing={missing} onGiven={() => setConsent(true)} />
          )}
        </div>
        <div className={styles.side}>
          <NameAndGender draft={draft} />
          {advice.length > 0 ? <Advice advice={advice} /> : <Tips />}
          {hasConsent && count < facts.photos.min ? <Notice tone="caution">{t('aiProfiles.wizard.tooFew', { count })}</Notice> : null}
          <Start draft={draft} count={count} isUploading={pendingCount(entries) > 0} />
        </div>
      </div>
    </>
  );
}
