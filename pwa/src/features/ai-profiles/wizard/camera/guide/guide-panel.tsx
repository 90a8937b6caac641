import { useText, type Text } from '~/lib/i18n';
import { Button, Switch } from '~/ui';
import styles from './guide.module.css';
import { HeadDrawing } from './head-drawing';
import type { Guide } from './use-guide';

/** What is to be done now, in words; empty while there is nothing to say. */
export function hintText({ hint, isTaking, refusal }: Guide, t: Text): string {
  if (isTaking) return t('aiProfiles.wizard.camera.guide.taking');
  // Once something else is to be done, that counts.
  if (refusal && (hint === null || hint === 'ready'))
    return t('aiProfiles.wizard.camera.guide.again', { reason: t(`aiProfiles.wizard.reason.${refusal}`) });
  return hint ? t(`aiProfiles.wizard.camera.guide.hint.${hint}`) : '';
}

export interface GuidePanelProps {
  guide: Guide;
  isAutomatic: boolean;
  onAutomatic(isAutomatic: boolean): void;
}

/** The prompt for the next photo, the hint, and how far the session is. The dialog reads them out. */
export function GuidePanel({ guide, isAutomatic, onAutomatic }: GuidePanelProps) {
  const t = useText();
  const { prompt, hint, done, of } = guide;
  if (!prompt) return null;
  return (
    <div className={styles.panel}>
      <HeadDrawing prompt={prompt} />
      <div className={styles.words}>
        <p className={styles.step}>{t('aiProfiles.wizard.camera.guide.step', { number: done + 1, of })}</p>
        <p className={styles.prompt}>{t(`aiProfiles.wizard.camera.guide.prompt.${prompt.key}`)}</p>
        <p className={styles.hint} data-ready={hint === 'ready' || undefined}>
          {hintText(guide, t)}
        </p>
      </div>
      <div className={styles.acts}>
        <Switch isSelected={isAutomatic} onChange={onAutomatic}>
          {t('aiProfiles.wizard.camera.guide.automatic')}
        </Switch>
        <Button variant="quiet" onPress={guide.skip}>
          {t('aiProfiles.wizard.camera.guide.skip')}
        </Button>
      </div>
    </div>
  );
}
