import { useText } from '~/lib/i18n';
import { Icon } from '~/ui/icons';
import { PlainButton } from '~/ui/plain-button';
import hidden from '~/ui/visually-hidden.module.css';
import { sceneOf, startAt } from '../scene-of';
import type { Style } from '../site-data';
import { BusyStages, ChooseStage, FailedStages, ResultStage } from './try-out-stages';
import styles from './try-out.module.css';

/** Why a photo is refused, in the words of the page; `other` is for what a later script may say. */
const REFUSALS = [
  'unsupported_format',
  'heic',
  'too_many_pixels',
  'damaged',
  'no_face',
  'many_faces',
  'too_small',
  'face_cut',
  'turned',
  'rotated',
  'too_dark',
  'too_bright',
  'blurred',
  'sunglasses',
  'outline_unclear',
  'too_close',
  'light_differs',
  'other',
] as const;

/** Opens the section. Its place is kept, and it is seen once the script can answer to it. */
export function TryOutButton() {
  const t = useText();
  return (
    <PlainButton
      className={styles.open}
      data-try-out-open
      data-missing={t('tryOut.missing')}
      data-missing-text={t('tryOut.missingText')}
      disabled
    >
      {t('tryOut.title')}
    </PlainButton>
  );
}

/** Where a visitor tries the styles with a photo of their own. Only a template: nothing of it is part of the page until it is asked for. */
export function TryOut({ all, first }: { all: readonly Style[]; first: Style | undefined }) {
  const t = useText();
  const shown = all.filter((style) => sceneOf(style));
  const scenes = shown.map((style) => ({ slug: style.slug, name: style.displayName, scene: sceneOf(style) }));
  if (scenes.length === 0) return null;
  return (
    <template data-try-out>
      <section
        className={styles.section}
        aria-labelledby="try-out-title"
        tabIndex={-1}
        data-scenes={JSON.stringify(scenes)}
        data-first={first?.slug}
        data-start-at={startAt('')}
        data-refusals={JSON.stringify(
          Object.fromEntries(REFUSALS.map((reason) => [reason, t(`tryOut.refusal.${reason}`)])),
        )}
        data-loads={t('tryOut.busy.loads')}
        data-loading={t('tryOut.busy.loading', { percent: '{percent}' })}
        data-checking={t('tryOut.busy.checking')}
        data-drawing={t('tryOut.result.drawing', { name: '{name}' })}
        data-shown={t('tryOut.result.picture', { name: '{name}' })}
        data-undrawn={t('tryOut.result.failed')}
        data-compared={t('tryOut.result.compared', { percent: '{percent}' })}
        data-before={t('tryOut.result.beforePicture')}
        data-take-failed={t('tryOut.result.takeFailed')}
        data-screen-only
      >
        <div className={styles.head}>
          <h2 id="try-out-title">{t('tryOut.title')}</h2>
          <button type="button" className={styles.close} aria-label={t('tryOut.close')} data-act="close">
            <Icon name="close" />
          </button>
        </div>
        <div data-stage-place />
        <p role="status" className={hidden.hidden} data-said />
        <ChooseStage />
        <BusyStages />
        <FailedStages />
        <ResultStage />
      </section>
    </template>
  );
}
