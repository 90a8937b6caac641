import { facts } from '~/lib/facts';
import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { later } from '~/lib/later';
import { afterFirstScreen } from '~/lib/time';
import { Notice, PageHeader, Segmented, TextField } from '~/ui';
import type { ConsentKind, CurrentConsents } from '../consents-data';
import type { AiProfile, CreditPack, Plan } from '../profiles-data';
import { isAttestedBefore } from '../attestation';
import { AttestationStep } from './attestation-step';
import { ConsentStep } from './consent-step';
import { givesTooFew, goodCount, pendingCount, reserveCount, storedEntries } from './entries';
import { PhotoPart } from './later-photo-part';
import { PicturedTips, TIPS } from './pictured-tips';
import { StartBar } from './start-bar';
import { useDraft } from './use-draft';
import { useDroppedFiles, usePastedFiles } from './use-brought-files';
import { usePhotos, type ShownAdvice } from './use-photos';
import styles from './wizard-screen.module.css';

/** At once where the address says that photos were shared; else they were shared before signing in, if at all. */
const SharedPhotosNotice = later(async () => {
  if (!location.search.includes('shared=')) await afterFirstScreen();
  return import('./shared-photos-notice');
});

export interface WizardData {
  draft: AiProfile | null;
  missing: ConsentKind[];
  current: CurrentConsents;
  /** The plan to begin with, where it is known. */
  plan?: Plan | null;
  /** The packs that are sold without one. */
  packs?: readonly CreditPack[];
}

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

/** What would make these very photos better, instead of what is good in general: of a whole set, or what to take next. */
function Advice({ kind, items }: ShownAdvice) {
  const t = useText();
  return (
    <Notice title={t(`aiProfiles.wizard.${kind}.title`)}>
      <ul className={styles.advice} aria-live="polite">
        {items.map((each) => (
          <li key={each}>{t(`aiProfiles.wizard.${kind}.${each}`)}</li>
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

/** What has to be agreed to before the next photo, and null once that is done; asked anew when the server asks for something newer. */
function useConsent({ draft, missing, current }: Pick<WizardData, 'draft' | 'missing' | 'current'>) {
  // By version: an answer that was asked for before the consent, and comes after it, asks for nothing anew.
  const [given, setGiven] = useState<Partial<Record<ConsentKind | 'attestation', string>>>({});
  const open = missing.filter((kind) => given[kind] !== current[kind].version);
  if (open.length > 0) {
    const versions = Object.fromEntries(open.map((kind) => [kind, current[kind].version]));
    const note = () => {
      setGiven((before) => ({ ...before, ...versions }));
      // What was agreed to goes from above the place where photos are chosen.
      scrollTo({ top: 0 });
    };
    return { asked: <ConsentStep missing={open} current={current} onGiven={note} /> };
  }
  const faces = current.facial_images;
  if (draft && given.attestation !== faces.attestationVersion && isAttestedBefore(draft, faces)) {
    const note = () => setGiven((before) => ({ ...before, attestation: faces.attestationVersion }));
    return { asked: <AttestationStep profileId={draft.id} faces={faces} onGiven={note} /> };
  }
  return { asked: null };
}

/** Makes a profile of photos: consent, photos with their verdicts, name and gender, start. */
export function WizardScreen({ draft: begun, missing, current, plan = null, packs = [] }: WizardData) {
  const t = useText();
  const draft = useDraft(begun);
  const consent = useConsent({ draft: begun, missing, current });
  const hasConsent = consent.asked === null;
  const [stored] = useState(() =>
    storedEntries(begun?.photos ?? [], (number) => t('aiProfiles.wizard.photo', { number })),
  );
  const { line, entries, advice, removed } = usePhotos({ entries: stored, advice: begun?.setAdvice ?? [] });
  const count = goodCount(entries);
  const take = (files: File[]) => void line.handOver(files);
  usePastedFiles(hasConsent, take);
  useDroppedFiles(hasConsent, take);
  return (
    <>
      <PageHeader
        above={
          <AppLink to="/app" variant="strong">
            {t('shell.back')}
          </AppLink>
        }
        title={t(begun ? 'aiProfiles.wizard.resume' : 'aiProfiles.wizard.title')}
        lead={
          <span role="status">
            {t(count < facts.photos.min ? 'aiProfiles.wizard.count' : 'aiProfiles.wizard.countEnough', { count })}
          </span>
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          {entries.length === 0 ? <PicturedTips /> : null}
          <SharedPhotosNotice isAllowed={hasConsent} onFiles={line.handOver} />
          {hasConsent ? <PhotoPart line={line} entries={entries} removed={removed} draft={draft} /> : consent.asked}
        </div>
        <div className={styles.side}>
          <NameAndGender draft={draft} />
          {advice.items.length > 0 ? <Advice {...advice} /> : entries.length > 0 ? <Tips /> : null}
          {givesTooFew(entries) ? <Notice tone="caution">{t('aiProfiles.wizard.fewUsable')}</Notice> : null}
          <StartBar
            draft={draft}
            count={count}
            reserve={reserveCount(entries)}
            isUploading={pendingCount(entries) > 0}
            plan={plan}
            packs={packs}
          />
        </div>
      </div>
    </>
  );
}
