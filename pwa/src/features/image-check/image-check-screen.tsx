import { errorText } from '~/lib/api';
import { facts } from '~/lib/facts';
import { megabytes } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { Explained, FileDrop, Notice, PageHeader, ProgressBar, TextLink } from '~/ui';
import { imageCheckNotes } from './image-check-notes';
import styles from './image-check.module.css';
import { useImageCheck, type Answer, type CheckState } from './use-image-check';

/** What the file dialog offers. */
const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Anybody may ask whether a picture came from here. */
export function ImageCheckScreen() {
  const t = useText();
  const { state, check } = useImageCheck();
  return (
    <>
      <PageHeader title={t('imageCheck.title')} lead={t('imageCheck.lead')} isPublic />
      <Explained title={t('imageCheck.about')} notes={imageCheckNotes(t)}>
        <div className={styles.page}>
          <FileDrop
            label={t('imageCheck.drop')}
            accept={ACCEPTED}
            onFiles={([file]) => file && void check(file)}
            isDisabled={state.step === 'checking'}
          >
            <span className={styles.drop}>
              {t(state.step === 'asking' ? 'imageCheck.choose' : 'imageCheck.chooseAnother')}
            </span>
            <span className={styles.formats}>
              {t('imageCheck.formats', {
                formats: facts.photos.formats.join(', '),
                size: megabytes(facts.photos.maxBytes),
              })}
            </span>
          </FileDrop>
          <div role="status" aria-live="polite">
            <Result state={state} />
          </div>
        </div>
      </Explained>
    </>
  );
}

function Result({ state }: { state: CheckState }) {
  const t = useText();
  if (state.step === 'asking') return null;
  const { name } = state;
  if (state.step === 'checking') return <ProgressBar label={t('imageCheck.checking', { name })} />;
  if (state.step === 'tooLarge')
    return <Notice title={name}>{t('imageCheck.tooLarge', { size: megabytes(facts.photos.maxBytes) })}</Notice>;
  if (state.step === 'failed')
    return <Notice title={t('imageCheck.failed', { name })}>{errorText(state.error)}</Notice>;
  return (
    <Notice title={t(`imageCheck.result.${state.answer.result}`)}>
      <p>{name}</p>
      <p>{explanation(state.answer, t)}</p>
      {state.answer.result === 'unreadable' ? null : (
        <p>
          {t('imageCheck.misuse')}
          <TextLink href="/missbrauch-melden" variant="strong">
            {t('shell.footer.misuse')}
          </TextLink>
        </p>
      )}
    </Notice>
  );
}

function explanation({ result, sourceType, sample, reason }: Answer, t: Text): string {
  if (result === 'marked' && sourceType) return t(`imageCheck.source.${sample ? 'sample' : sourceType}`);
  if (reason === 'damaged' || reason === 'too_many_pixels') return t(`imageCheck.explanation.${reason}`);
  return t(`imageCheck.explanation.${result}`);
}
