import type { ReactNode } from 'react';
import type { ButtonVariant } from '~/ui/button-variant';
import button from '~/ui/button.module.css';
import { classNames } from '~/ui/class-names';
import { Icon } from '~/ui/icons';
import { useText } from '~/lib/i18n';
import { LinkButton } from '~/ui/link-button';
import { Notice } from '~/ui/notice';
import { PlainButton } from '~/ui/plain-button';
import { ProgressBar } from '~/ui/progress-bar';
import { TextLink } from '~/ui/text-link';
import hidden from '~/ui/visually-hidden.module.css';
import styles from './try-out.module.css';

/** Where a photo that is taken along is used. */
const TAKE_TO = `/auth?mode=register&redirect=${encodeURIComponent('/app/profile-wizard')}`;

/** How much the device studio fetches, about. */
const MEGABYTES = 2;

/** A button that opens the file dialog, or the camera where that is in a phone. */
function PhotoField({
  variant = 'secondary',
  isCamera = false,
  children,
}: {
  variant?: ButtonVariant;
  isCamera?: boolean;
  children: ReactNode;
}) {
  return (
    <label className={classNames(button.button, styles.field, isCamera && styles.camera)} data-variant={variant}>
      <input type="file" accept="image/*" capture={isCamera ? 'user' : undefined} className={hidden.hidden} />
      {children}
    </label>
  );
}

/** What happens to a photo, and where it is chosen. */
export function ChooseStage() {
  const t = useText();
  return (
    <template data-stage="choose">
      <div className={styles.choose}>
        <div className={styles.consent}>
          <p className={styles.lead}>{t('tryOut.lead')}</p>
          <ul className={styles.points}>
            {(['device', 'nothing', 'load'] as const).map((each) => (
              <li key={each}>{t(`tryOut.consent.${each}`, { size: MEGABYTES })}</li>
            ))}
          </ul>
        </div>
        <div className={styles.drop} data-drop>
          <div className={styles.fields}>
            <PhotoField variant="primary">{t('tryOut.choose')}</PhotoField>
            <PhotoField isCamera>{t('tryOut.take')}</PhotoField>
            <span className={styles.dropHint}>{t('tryOut.drop')}</span>
          </div>
          <p className={styles.note}>
            {t('tryOut.consent.own')} <TextLink href="/legal/privacy">{t('tryOut.privacy')}</TextLink>
          </p>
        </div>
      </div>
    </template>
  );
}

/** What is being done before there is anything to see. */
export function BusyStages() {
  const t = useText();
  const cancel = (
    <PlainButton variant="quiet" data-act="reset">
      {t('tryOut.cancel')}
    </PlainButton>
  );
  return (
    <>
      <template data-stage="loading">
        <div className={styles.busy}>
          <p data-text />
          <ProgressBar label={t('tryOut.busy.loads')} fraction={0} />
          {cancel}
        </div>
      </template>
      <template data-stage="checking">
        <div className={styles.busy}>
          <p>{t('tryOut.busy.checking')}</p>
          <ProgressBar label={t('tryOut.busy.checking')} />
          {cancel}
        </div>
      </template>
    </>
  );
}

/** Why there is nothing to see, and what can be done. */
export function FailedStages() {
  const t = useText();
  const reset = (
    <PlainButton variant="quiet" data-act="reset">
      {t('tryOut.reset')}
    </PlainButton>
  );
  const another = (
    <div className={styles.fields}>
      <PhotoField>{t('tryOut.chooseAnother')}</PhotoField>
      {reset}
    </div>
  );
  const again = (
    <div className={styles.fields}>
      <PlainButton data-act="again">{t('tryOut.again')}</PlainButton>
      <PhotoField variant="quiet">{t('tryOut.chooseAnother')}</PhotoField>
      {reset}
    </div>
  );
  const stages = [
    ['refused', t('tryOut.refused'), '{text}', another],
    [
      'unsupported',
      t('tryOut.unsupported.title'),
      t('tryOut.unsupported.text'),
      <LinkButton key="start" href="/auth?mode=register" variant="primary">
        {t('tryOut.start')}
      </LinkButton>,
    ],
    ['offline', t('tryOut.failed.title'), t('tryOut.failed.offline'), again],
    ['failed', t('tryOut.failed.title'), t('tryOut.failed.other'), again],
  ] as const;
  return stages.map(([stage, title, text, action]) => (
    <template key={stage} data-stage={stage}>
      <Notice tone="bad" title={title} action={action}>
        {text}
      </Notice>
    </template>
  ));
}

/** The visitor in a style, with the photo under a line that can be drawn, and the way to the other styles. */
export function ResultStage() {
  const t = useText();
  return (
    <>
      <template data-stage="result">
        <div className={styles.result}>
          <Compare />
          <div className={styles.side}>
            <div className={styles.named}>
              <p>
                <span className={styles.small}>
                  {t('tryOut.result.style')} <span data-count />
                </span>
                <strong className={styles.name} data-name />
              </p>
              <div className={styles.steps}>
                <button type="button" aria-label={t('tryOut.result.previous')} data-act="previous">
                  <Icon name="arrow-left" />
                </button>
                <button type="button" aria-label={t('tryOut.result.next')} data-act="next">
                  <Icon name="arrow-right" />
                </button>
              </div>
            </div>
            <fieldset className={styles.styles} data-styles-offered>
              <legend className={hidden.hidden}>{t('tryOut.result.choose')}</legend>
            </fieldset>
            <div className={styles.actions}>
              <LinkButton variant="primary" href="/auth?mode=register" data-start>
                {t('tryOut.result.startWith')}
              </LinkButton>
              <LinkButton href={TAKE_TO} data-act="take">
                {t('tryOut.result.take')}
              </LinkButton>
              <PhotoField variant="quiet">{t('tryOut.another')}</PhotoField>
              <PlainButton variant="quiet" data-act="reset">
                {t('tryOut.reset')}
              </PlainButton>
            </div>
            <p className={styles.note}>
              {t('tryOut.result.kept')} {t('tryOut.result.sketch')}{' '}
              <span data-take-note>{t('tryOut.result.takeNote')}</span>
            </p>
          </div>
        </div>
      </template>
      <template data-offered>
        <label className={styles.offered}>
          <input type="radio" name="try-out-style" />
          <span>{'{name}'}</span>
        </label>
      </template>
    </>
  );
}

function Compare() {
  const t = useText();
  return (
    <div className={styles.compare} data-compare>
      <div data-pictures />
      <span className={styles.label} aria-hidden>
        <span>{t('tryOut.result.after')}</span>
      </span>
      <span className={classNames(styles.label, styles.before)} aria-hidden>
        <span>{t('tryOut.result.before')}</span>
      </span>
      <span className={styles.handle} aria-hidden>
        <Icon name="arrow-left" size="small" />
        <Icon name="arrow-right" size="small" />
      </span>
      <input type="range" min={0} max={100} defaultValue={20} aria-label={t('tryOut.result.compare')} />
      <div className={styles.waiting} data-waiting>
        <p data-waits-for />
        <div data-bar aria-hidden>
          <ProgressBar label={t('tryOut.result.compare')} />
        </div>
        <PlainButton data-act="again" hidden>
          {t('tryOut.again')}
        </PlainButton>
      </div>
    </div>
  );
}
